// What a verifier says, as people at a table are told it.

/** Seats counted from 1, as the table does; a record counts them from 0. @param {string} words */
export const atTheTable = (words) => words.replace(/\b(seat) (\d+)\b/gi, (_, seat, number) => `${seat} ${Number(number) + 1}`);
