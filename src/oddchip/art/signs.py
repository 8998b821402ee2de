"""The suit signs of the Italian skins, about 0, 0, in a box 34 wide and 48 high (IT-9, IT-12)."""

from oddchip.art.svg import Layer, Picture, around, box, petals, ring, rings, star

ROSETTE: Picture = (
    Layer("gold", ring(0, 0, 16.4), 1.6),
    Layer("ink", rings(around(16, 14.2), 0.95), 0),
    Layer("red", ring(0, 0, 11.8), 1.1),
    Layer("gold", petals(8, 2, 11, 0.42), 0.7),
    Layer("pale", petals(8, 3, 8, 0.3), 0),
    Layer("blue", ring(0, 0, 3.2), 0.9),
)

SUN: Picture = (
    Layer("red", star(16, 17.4, 13.2), 1.3),
    Layer("gold", ring(0, 0, 12.6), 1.3),
    Layer("pale", ring(0, 0, 9.6), 0.8),
    Layer("gold", star(8, 9, 4), 0.8),
    Layer("red", ring(0, 0, 2.6), 0.8),
)

GOBLET: Picture = (
    Layer("gold", "M-2.4 5h4.8C2.2 9 3.5 11.8 5.5 13.5 8 15 10.2 15.8 11 19.5H-11C-10.2 15.8-8 15-5.5 13.5-3.5"
          " 11.8-2.2 9-2.4 5z"),
    Layer("main", "M-15.5-16C-15.5 0-8.5 7.5 0 7.5S15.5 0 15.5-16z"),
    Layer("gold", "M-15.2-10.5C-9-7.5 9-7.5 15.2-10.5 14.9-7.8 14.3-5.5 13.6-3.6"
          " 8-.8-8-.8-13.6-3.6-14.3-5.5-14.9-7.8-15.2-10.5z", 1),
    Layer("main", rings(((-8.5, -5.6), (0, -4.8), (8.5, -5.6)), 1.5), 0),
    Layer("gold", "M-16.3-16.5a16.3 3.4 0 1 1 32.6 0a16.3 3.4 0 1 1-32.6 0z", 1.3),
    Layer("dark", "M-13-16.5a13 1.9 0 1 1 26 0a13 1.9 0 1 1-26 0z", 0),
    Layer("main", "M-4.6 9.7a4.6 2.5 0 1 1 9.2 0a4.6 2.5 0 1 1-9.2 0z", 1.1),
    Layer("glow", "M-11.5-1.5C-10.5 1.5-8.5 3.8-6 5", 1.5, bare=True),
)  # fmt: skip

VASE: Picture = (
    Layer("ink", "M-9.5-13C-19.5-16-20.5 0-9.5 1.5M9.5-13C19.5-16 20.5 0 9.5 1.5", 5, bare=True),
    Layer("gold", "M-9.5-13C-19.5-16-20.5 0-9.5 1.5M9.5-13C19.5-16 20.5 0 9.5 1.5", 2.4, bare=True),
    Layer("gold", "M-2.8 9h5.6L4 13.5 10.5 19.5H-10.5L-4 13.5z"),
    Layer("main", "M-9.5-15.5C-7.5-11.5-8-9.5-9.5-7.5-15.5-.5-12 8.5-4 10.5H4C12 8.5 15.5-.5 9.5-7.5 8-9.5 7.5-11.5"
          " 9.5-15.5z"),
    Layer("gold", "M-12.3-2.5C-6 .5 6 .5 12.3-2.5L12.2 1C6 4-6 4-12.2 1z", 1),
    Layer("gold", "M-10.5-17.5a10.5 2.7 0 1 1 21 0a10.5 2.7 0 1 1-21 0z", 1.2),
    Layer("dark", "M-8-17.5a8 1.4 0 1 1 16 0a8 1.4 0 1 1-16 0z", 0),
    Layer("glow", "M-9 4.5C-8 6.3-6.5 7.5-5 8", 1.4, bare=True),
)  # fmt: skip

SWORD: Picture = (
    Layer("steel", "M-4.4 9V-17.5L0-25 4.4-17.5V9z"),
    Layer("main", "M.6-22.4 3.8-17.3V9H.6z", 0),
    Layer("gold", "M-2.3 11h4.6l.6 8H-2.9z", 1.1),
    Layer("main", "M-2.5 13.2h5v1.5h-5zM-2.7 16.2h5.4v1.5H-2.7z", 0),
    Layer("gold", "M-13.5 7.5C-11.5 6.2-10.5 7.6-9 7.6H9C10.5 7.6 11.5 6.2 13.5 7.5 14.5 9.5 13.5 11.5 11.5 11.8"
          " 10.5 11.9 10 11.4 9 11.4H-9C-10 11.4-10.5 11.9-11.5 11.8-13.5 11.5-14.5 9.5-13.5 7.5z", 1.2),
    Layer("red", ring(0, 21, 3.1), 1.2),
)  # fmt: skip

SABRE: Picture = (
    Layer("steel", "M-3.5 9C-5.5-2-3.5-17 8.5-25 5.5-14 4.5-4 3.5 9z"),
    Layer("main", "M.4 9C0-4 2-15 8.5-25 5.5-14 4.5-4 3.5 9z", 0),
    Layer("gold", "M-2.4 11h4.8l.8 8.5H-2.6z", 1.1),
    Layer("main", "M-2.5 13.2h5v1.5h-5zM-2.6 16.2h5.4v1.5H-2.6z", 0),
    Layer("gold", "M-9.5 10.5C-9.5 6.5-5.5 7.5-4 7.8H6.5C9 7.8 11 9 10.5 12 10 16 8 19.5 4 21.5L2.8 19C5 17 6.5 14.5"
          " 6.5 11.5H-5.5C-6.5 13.5-9.5 13.5-9.5 10.5z", 1.2),
    Layer("red", ring(0.5, 21, 2.9), 1.2),
)  # fmt: skip

STAVE: Picture = (
    Layer("main", box(-2.9, -20, 5.8, 40)),
    Layer("gold", box(-2.9, -3.5, 5.8, 7), 1),
    Layer("red", "M-2.9-14h5.8v4H-2.9zM-2.9 10h5.8v4H-2.9z", 1),
    Layer("gold", rings(((0, -21), (0, 21)), 4.2), 1.3),
)

CUDGEL: Picture = (
    Layer("main", "M-6.5-6 -12.5-10.5C-13.5-12.5-11-15.5-9-14.5L-5-11z"),
    Layer("main", "M5.8 2.5 11.5-2C12.8-3.8 10.5-7 8.3-6L4.5-3z"),
    Layer("main", "M-3.6 23C-3 10-6.8 2-7.6-11-8-19-5-23.5 0-23.5S8-19 7.6-11C6.8 2 3 10 3.6 23z"),
    Layer("tan", "M-4.6-20a4.6 2.3 0 1 1 9.2 0a4.6 2.3 0 1 1-9.2 0z", 1),
    Layer("tan", rings(((-11.2, -12.5), (10.3, -4)), 2), 0.9),
    Layer("dark", "M-3-14C-3.5-8-2.5-3-1.5 2M3-11C3.5-8 3-4 2-.5M.5 6C.3 10 .5 13 .6 16", 1.2, bare=True),
    Layer("red", "M-3.7 18H3.7V24H-3.7z", 1.1),
)  # fmt: skip

#: The upright sword of an odd number, where the others are curved (IT-10).
UPRIGHT: Picture = (
    Layer("steel", "M-3.8 30V-52L0-60 3.8-52V30z"),
    Layer("main", "M.6-57.5 3.2-52V30H.6z", 0),
    Layer("gold", "M-2.4 32h4.8l.6 14H-3z", 1.1),
    Layer("main", "M-2.6 35h5.2v2h-5.2zM-2.8 40h5.6v2h-5.6z", 0),
    Layer("gold", "M-12 29C-10 27.5-9 29-7 29H7C9 29 10 27.5 12 29 13 31 12 33.5 10 33.5 9 33.5 8.5 33 7 33H-7"
          "C-8.5 33-9 33.5-10 33.5-12 33.5-13 31-12 29z", 1.2),
    Layer("red", ring(0, 48.5, 3.6), 1.2),
)  # fmt: skip

#: A vignette: two leaves and berries, unlike any suit sign (IT-7).
SPRIG: Picture = (
    Layer("leaf", "M-15 0C-10-5-4-5 0 0 4 5 10 5 15 0", 1.4, bare=True),
    Layer("leaf", "M-12-1.5C-13-5-11-8-8-8.5-6.5-6-8-3-12-1.5zM12 1.5C13 5 11 8 8 8.5 6.5 6 8 3 12 1.5z"
          "M-7 2C-8 5-6 8-3 8-2 5.5-3.5 3-7 2zM7-2C8-5 6-8 3-8 2-5.5 3.5-3 7-2z", 0.8),
    Layer("red", rings(((-16.5, 0), (0, 0), (16.5, 0)), 2.2), 0.8),
)  # fmt: skip
