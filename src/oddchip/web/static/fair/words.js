// What a verifier says, as people at a table are told it.

/** Seats counted from 1, as the table does; a record counts them from 0. @param {string} words */
export const atTheTable = (words) => words.replace(/\b(seat) (\d+)\b/gi, (_, seat, number) => `${seat} ${Number(number) + 1}`);

/** The game of a record by its name; one that has none here keeps its id. @param {string} words @param {Record<string, string>} names by id */
export const withGame = (words, names) => words.replace(/^(The record has .*?: hand \d+ of table .*?, )(.+)(?= with \d+ cards, for )/, (_, before, game) => before + (Object.hasOwn(names, game) ? names[game] : game));
