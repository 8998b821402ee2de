"""Every order against the slow reference on many hands, and the long rows of the published rank census."""

from test_census import LONG_ROWS, check, every_row
from test_rankings import ORDERS, compare_with_reference


def test_the_reference_agrees_at_length(verified):
    total = 0
    for ranking, deck, options in ORDERS:
        many = 8 if deck.jokers == 2 else 60
        numbers = {3: 200, 4: 300, 5: 30 * many, 6: 5 * many, 7: 2 * many, 8: many}
        compare_with_reference(ranking, deck, options, numbers)
        total += sum(numbers.values())
    verified("hand values", f"{total:,} hands of 3 to 8 cards in {len(ORDERS)} orders against the slow reference")


@every_row(LONG_ROWS)
def test_published_census(row):
    check(row)
