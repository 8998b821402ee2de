"""The figures of the Italian courts (IT-5, IT-11): told apart by their outline alone.

The knave stands on two legs under a flat cap, the knight sits on a horse, the king's robe reaches the ground under a
tall crown. A card is 100 wide; the ground is at y = 143, and the hand that holds the suit sign at 78, 58.
"""

from oddchip.art.svg import Group, Layer, Picture, box, ring, rings

_ARM_UP = Layer("coat", "M55 62C63 64 68 64 74 55L81 60C76 71 66 77 56 76z")
_CUFF = Layer("trim", "M71.5 57.5 75 52.5 82.5 58.5 78.5 63z")
HAND_LAYER = Layer("skin", "M74 55.5a4.6 4.6 0 1 1 8 4.5a4.6 4.6 0 1 1-8-4.5z", 1.2)

_FACE: Picture = (
    Layer("skin", "M40 47H51V57C49 60 42 60 40 57z"),
    Layer("skin", "M35 33.5C35 26 39 22 45.5 22S56 26 56 33.5 52 49.5 45.5 49.5 35 41 35 33.5z"),
    Layer("ink", rings(((41.4, 35), (49.8, 35)), 1.15), 0),
    Layer("ink", "M39.5 32.2C40.5 31.2 42.2 31.2 43.2 32M48 32C49 31.2 50.8 31.2 51.8 32.2", 0.9, bare=True),
    Layer("ink", "M45.7 35.5 44.6 40 46.4 40.3", 0.9, bare=True),
    Layer("blush", rings(((39.8, 40), (51.2, 40)), 2), 0),
)  # fmt: skip
_MOUTH = Layer("lips", "M43.2 43.6C44.8 44.8 46.6 44.8 48 43.6", 1.2, bare=True)

_KNAVE: Picture = (
    # Cape behind.
    Layer("trim", "M30 60C21 74 18 92 19 112 26 110 32 104 36 96L58 96C60 102 63 106 69 109 69 92 66 74 60 60z"),
    # Legs, hose in two colours, shoes.
    Layer("hose", "M33 98C32 112 31 122 31.5 136H40.5C42 124 44.5 112 45.5 100z"),
    Layer("trim", "M47 100C48 112 50 124 52 136H61C61 122 60 110 58.5 98z"),
    Layer("dark", "M40.5 135.5V143H20C21.5 138.5 26 137 31.5 135.5z"),
    Layer("dark", "M52 135.5V143H73C71.5 138.5 66.5 137 61 135.5z"),
    # Arm on the hip.
    Layer("coat", "M33 60C23 63 13 76 14.5 83 17 88 26 90 34 89L35.5 81C31 82 27 81 24.5 79 27 75 31 72 35 71z"),
    Layer("skin", ring(35, 85.5, 4), 1.2),
    # Doublet and skirt.
    Layer("coat", "M36 57C31 58 29 62 30 68L33 86H58.5L61 68C61.5 62 59.5 58 54.5 57L45.5 62z"),
    Layer("coat", "M33 88C30 94 28.5 99 28 105 39 110 53 110 64 105 63 99 61.5 94 58.5 88z"),
    Layer("trim", "M28 105 28.6 100.5C39 105.5 53 105.5 63.4 100.5L64 105C53 110 39 110 28 105z", 1.1),
    Layer("ink", "M39 90 37.5 103M46 90.5V104.5M53 90 55 103", 0.9, bare=True),
    Layer("gold", box(32, 84, 28, 5, 1.5), 1.1),
    Layer("gold", rings(((45.5, 66.5), (45.7, 72), (45.9, 77.5)), 1.4), 0.8),
    _ARM_UP,
    _CUFF,
    # Hair to the chin, face, collar.
    Layer("hair", "M33 31C30 42 32 50 36.5 52H54.5C59 50 61 42 58 31z"),
    *_FACE,
    _MOUTH,
    Layer("pale", "M36 57 40 52 45.5 58 51 52 55 57 48.5 64 45.5 60 42.5 64z", 1.1),
)  # fmt: skip

_KING: Picture = (
    # Mantle to the ground, in two halves, its lining, the robe between them.
    Layer("trim", "M33 58C22 74 13 110 9 143H83C79 110 69 74 58 58z"),
    Layer("coat", "M36 60C34 90 32 120 30 143H61C59 120 57 90 55 60z"),
    Layer("gold", "M30.7 135H60.3L61 143H30z", 1.1),
    Layer("gold", "M43.5 62H47.5L49 135H42z", 1.1),
    Layer("coat", rings(((45.5, 72), (45.5, 82), (45.5, 103), (45.5, 113), (45.5, 123)), 1.5), 0),
    Layer("pale", "M34 58C25 76 16 112 12.5 143H19C22 114 29 80 37 64zM57 58C66 76 76 112 79.5 143H73C70 114 62 80 54"
          " 64z", 1.1),
    Layer("ink", "M30.5 74l-1.5 4M26.5 86l-1.2 4M23 99l-1 4M20 112l-.8 4M17.6 126l-.6 4M61 74l1.5 4M65 86l1.2 4M68.5"
          " 99l1 4M71.5 112l.8 4M74 126l.6 4", 1.5, bare=True),
    # Hand on the belt.
    Layer("coat", "M32 62C22 68 16 80 18 88 22 94 32 95 40 93L40 85C35 86 30 85 28 82 30 77 33 74 37 73z"),
    Layer("gold", "M36 85.5 41 84.5V93.5L36 94z", 1.1),
    Layer("skin", ring(43.5, 89.3, 4), 1.2),
    Layer("gold", box(35, 91, 21, 5, 1.5), 1.1),
    _ARM_UP,
    Layer("gold", _CUFF.path, 1.1),
    # Ermine on the shoulders.
    Layer("pale", "M33 54C27 58 25 65 27 71 38 78 53 78 64 71 66 65 64 58 58 54z"),
    Layer("ink", "M32 62v4M38 66v4M45.5 68v4M53 66v4M59 62v4", 1.5, bare=True),
    # Hair, face, beard.
    Layer("hair", "M33.5 30C30 42 31 52 34 56H57C60 52 61 42 57.5 30z"),
    *_FACE,
    Layer("hair", "M35.3 36C35 50 38 58 45.5 63 53 58 56 50 55.7 36 54 41 51 42 45.5 41.5 40 42 37 41 35.3 36z", 1.2),
    Layer("lips", "M42.8 45.5C44.5 47 46.5 47 48.2 45.5z", 0),
)  # fmt: skip

_HORSE: Picture = (
    Layer("tail", "M82 92C90 91 95 99 94 110 93 119 92 124 92.5 131 87 127 88 119 87 113 86 107 84 105 81 104z"),
    # Far legs.
    Layer("shade", "M72 108C71 118 66 124 64 130L62 143H69.5L71.5 132C74 126 80 120 82 112z"),
    Layer("shade", "M30 108C26 114 19 115 13 119L10 129 15.5 131 18 125C25 124 33 122 39 117z"),
    Layer("dark", "M62.5 139H70L69.5 143H61zM10.8 126.5 16.5 128.5 14.5 133 8 131z", 1),
    # Body, neck and head in one.
    Layer("horse", "M8 87C7 82 10 79 13 76L19 68C19 64 20.5 61 23.5 58 24.5 61 25.5 63 26 65 34 66 41 74 46 84"
          " 54 89 66 86 76 88 86 90 91 99 89.5 108 88.5 114 86.5 118 87 124L88.5 143H80.5L78.5 128C76 122 72 119 69 116"
          " 60 120 50 120 42 118L42.5 130 42 143H34.5L34 128C32 122 29 116 28.5 110 26 104 28 98 27 91.5 24 90 21 91"
          " 18 93"
          " 14 94.5 9 92 8 87z"),
    Layer("dark", "M34.5 138.5H42L41.5 143H33.5zM80 138.5H88L89.5 143H80z", 1),
    # Mane, eye, nostril, mouth.
    Layer("tail", "M24.5 60C33 60 42 68 47 80 48 84 47 87 45 88 44 84 42 83 40.5 80 39 80 38 78 37.5 75.5 35.5 75 34"
          " 73 33.5 71"
          " 31 71 28.5 69 27 66.5z", 1.1),
    Layer("ink", ring(20.5, 73, 1.3), 0),
    Layer("ink", "M11 83.5l1.5-1M9.5 88.5C12 89 14 88.5 15.5 87.5", 1.1, bare=True),
    # Bridle and reins, breast strap.
    Layer("bridle", "M14.5 75.5 19.5 91M19 69 27 88M17.5 84C28 92 38 92 47 84M28.5 104C35 108 41 107 46 104",
          1.9, bare=True),
)  # fmt: skip

_KNIGHT: Picture = (
    # Cloak flying behind.
    Layer("trim", "M56 50C66 56 72 70 88 78 86 84 80 88 74 88 62 86 54 76 50 66z"),
    *_HORSE,
    # Saddle cloth.
    Layer("trim", "M44 85C52 89 66 87 72 87L74 111C64 114 54 114 45 111z"),
    Layer("gold", "M45 111 44.7 106.5C54 109.5 64 109.5 73.7 106.5L74 111C64 114 54 114 45 111z", 1.1),
    # Leg and boot.
    Layer("hose", "M46 80C44 90 46 99 48 106L57 106C58 98 62 93 63 84z"),
    Layer("dark", "M47.5 103H57.5L56.5 121C56 125 46 125 41.5 124.5 40.5 121 45 119 48.5 118z"),
    # Body.
    Layer("coat", "M46 52C42 60 41 72 42 84 48 89 60 89 66 84 65 72 63 60 59 52z"),
    Layer("gold", "M42 78.5C49 82 59 82 65.6 78.5L66 83C59 87 49 87 42 83z", 1.1),
    Layer("gold", rings(((50.5, 62), (50, 68), (50, 74)), 1.3), 0.8),
    # Arm with the reins, arm with the sign.
    Layer("coat", "M47 55C42 60 38 68 36 76L30 78 32 86C38 86 42 84 44 80 46 74 50 68 52 62z"),
    Layer("skin", ring(31.5, 82, 3.6), 1.2),
    Layer("coat", "M57 54C64 58 69 59 74 55L81 60C77 69 67 72 58 69z"),
    _CUFF,
    # Head: hair, face in profile to the left, hat with a plume.
    Layer("hair", "M44 26C42 36 45 44 50 48L60 46C64 40 63 30 60 24z"),
    Layer("skin", "M47 44H56V54C53 57 49 57 47 54z"),
    Layer("skin", "M43 28H57C59 34 58 44 54 47 50 49 46 48.5 44.5 46 44 44.5 44.5 44 43.5 43 43 42 44 41.5 43 40.5"
          "L40.5 39.5C41.5 37 43 33 43 28z"),
    Layer("ink", ring(46.2, 35, 1.2), 0),
    Layer("ink", "M44.2 32C45.2 31 47 31 48 31.8M43.8 43.2H47", 0.9, bare=True),
    Layer("blush", ring(49, 40.5, 2.1), 0),
    Layer("hair", "M53 28H59C61 36 60 42 57 46 54 42 53 36 53 28z", 1.1),
)  # fmt: skip

# Upon their heads. The first three are worn in the lagoon, the others on the gulf.

_BERET: Picture = (
    Layer("feather", "M37 22C30 12 18 8 9 14 13 15 15 16 16 18 13 18 11 19 10 22 18 21 29 24 36 28z"),
    Layer("ink", "M35 25C29 19 22 16.5 15 16", 0.8, bare=True),
    Layer("coat", "M32.5 26C30 17 38 11 47 12.5 57 13 63 19 59.5 26z"),
    Layer("trim", "M31.5 29.5C31 26 33 24.5 36 24.5H56C59 24.5 60.5 26 60 29.5 51 27 41 27 31.5 29.5z"),
)  # fmt: skip

_PLUMED: Picture = (
    Layer("feather", "M47 20C40 8 28 6 20 13 25 12.5 27.5 14 28 17 25 17.5 23 19 22 22 31 19 39 22 44 27z"),
    Layer("coat", "M41 25C41 16 46 12 52 12S62 17 62 25z"),
    Layer("trim", "M34 29.5C38 24 45 22.5 52 22.5S65 24 69 27.5C62 29.5 42 27 34 29.5z"),
)  # fmt: skip

_POINTS: Picture = (
    Layer("gold", "M33 27 27 13 38 19 45.5 9 53 19 64 13 58 27C50 24.5 41 24.5 33 27z"),
    Layer("red", rings(((27, 12.5), (45.5, 9), (64, 12.5)), 2.5), 1.1),
    Layer("trim", "M33 27 32 22C41 19.5 50 19.5 59 22L58 27C50 24.5 41 24.5 33 27z", 1.1),
    Layer("gold", rings(((38, 23.4), (45.5, 22.8), (53, 23.4)), 1.3), 0),
)  # fmt: skip

_STOCKING: Picture = (
    Layer("trim", "M32 27C31 17 38 10 47 10 60 10 71 17 72 30 72.5 35 71 38 69 40 67 34 64 29 59 27z"),
    Layer("ink", "M59 26C57 21 53 17 48 16", 0.9, bare=True),
    Layer("gold", ring(69, 41, 3.4), 1.2),
    Layer("coat", "M31 30C30.5 26 32 24.5 35 24.5H56.5C59.5 24.5 61 26 60.5 30 51 27.5 41 27.5 31 30z"),
    Layer("gold", rings(((38, 27), (45.6, 26.4), (53.2, 27)), 1.2), 0),
)  # fmt: skip

_BASCINET: Picture = (
    Layer("feather", "M54 15C52 6 60 0.5 70 5 77 8 79 16 76 24 73 19 69 16 65 16 61 16 57 17 55 19z"),
    Layer("ink", "M57 15C61 11 67 11 72 17", 0.8, bare=True),
    Layer("steel", "M41 29C40 18 46 11.5 53 11.5 61 11.5 66 18 66 29L65 45C62 47 59 47 57 46L56 33z"),
    Layer("main", "M53 11.5C61 11.5 66 18 66 29L65 45C63.5 46 62 46.5 60.5 46.5L61 30C61 22 58 15 53 11.5z", 0),
    Layer("gold", "M39.5 31.5 41 27.5C47 28.5 52 29.5 57 31.5L56 35.5C51 33.5 45 32 39.5 31.5z", 1.1),
    Layer("gold", ring(56.5, 33.5, 2), 0.9),
)  # fmt: skip

_ARCHES: Picture = (
    Layer("trim", "M36 25C35 14 40 8.5 45.5 8.5S56 14 55 25z"),
    Layer("gold", "M36 25C34 17 36 11 41 9.5 38.5 14 38.5 20 40.5 25zM55 25C57 17 55 11 50 9.5 52.5 14 52.5 20 50.5"
          " 25z"),
    Layer("gold", "M42.8 25C41.5 18 42 12 45.5 8.5 49 12 49.5 18 48.2 25z"),
    Layer("gold", "M32 26 25 11.5 33 16.5 36.5 14.5 35.5 25zM59 26 66 11.5 58 16.5 54.5 14.5 55.5 25z"),
    Layer("red", rings(((25, 11), (66, 11)), 2.3), 1.1),
    Layer("gold", "M32 29.5 30.5 22.5C40 19.5 51 19.5 60.5 22.5L59 29.5C50 27 41 27 32 29.5z"),
    Layer("red", rings(((36.5, 25.3), (45.5, 24.2), (54.5, 25.3)), 1.7), 0.8),
    Layer("red", ring(45.5, 7, 2.7), 1.1),
)  # fmt: skip


#: By rank in the pack: knave 8, knight 9, king 10 (IT-6).
LAGOON = {"knave": (*_KNAVE, *_BERET), "knight": (*_KNIGHT, *_PLUMED), "king": (*_KING, *_POINTS)}

#: The same people the other way round, under other headgear.
GULF: dict[str, Picture] = {
    "knave": (Group((*_KNAVE, *_STOCKING), 100, flip=True),),
    "knight": (Group((*_KNIGHT, *_BASCINET), 100, flip=True),),
    "king": (Group((*_KING, *_ARCHES), 100, flip=True),),
}
