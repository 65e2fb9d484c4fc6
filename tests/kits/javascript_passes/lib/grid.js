exports.SIZE = 8;
exports.inside = (x, y) => x >= 0 && x < 8 && y >= 0 && y < 8;

/** How many discs a disc of the player's on (x, y) flips; the fields are one long array. */
exports.flips = function (fields, x, y, player) {
  const found = [];
  for (let dx = -1; dx <= 1; dx++) {
    for (let dy = -1; dy <= 1; dy++) {
      let n = 1;
      const at = () => fields[x + n * dx + 8 * (y + n * dy)];
      const here = () => exports.inside(x + n * dx, y + n * dy);
      while (here() && at() === -player) n++;
      if (here() && at() === player) {
        while (--n > 0) found.push(x + n * dx + 8 * (y + n * dy));
      }
    }
  }
  return found;
};
