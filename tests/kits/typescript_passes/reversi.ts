// Reversi as functions of a state that never changes. Who cannot move has to pass.
export enum Player { Dark = 1, Light = -1 }
export interface State { readonly fields: readonly (Player | 0)[]; readonly next: Player }

export class IllegalMove extends Error {}
export class IllegalPass extends Error {}

const other = (player: Player): Player => -player;
const inside = (row: number, col: number) => row >= 0 && row < 8 && col >= 0 && col < 8;

export function start(): State {
  const fields: (Player | 0)[] = Array(64).fill(0);
  fields[27] = fields[36] = Player.Light;
  fields[28] = fields[35] = Player.Dark;
  return { fields, next: Player.Dark };
}

export function play(state: State, row: number, col: number): State {
  if (!inside(row, col)) throw new RangeError("no such field");
  if (!canPlay(state, row, col, state.next)) throw new IllegalMove("nothing is flipped");
  const fields = [...state.fields];
  for (const field of [8 * row + col, ...flips(state, row, col, state.next)]) fields[field] = state.next;
  return { fields, next: other(state.next) };
}

export function pass(state: State): State {
  if (!mustPass(state)) throw new IllegalPass();
  return { ...state, next: other(state.next) };
}

export const mustPass = (state: State): boolean =>
  !canMove(state, state.next) && canMove(state, other(state.next));

export const canMove = (state: State, player: Player): boolean =>
  state.fields.some((_, i) => canPlay(state, Math.floor(i / 8), i % 8, player));

export const canPlay = (state: State, row: number, col: number, player: Player): boolean =>
  inside(row, col) && !state.fields[8 * row + col] && flips(state, row, col, player).length > 0;

function flips({ fields }: State, row: number, col: number, player: Player): number[] {
  const found: number[] = [];
  for (const down of [-1, 0, 1]) {
    for (const right of [-1, 0, 1]) {
      const run: number[] = [];
      let [r, c] = [row + down, col + right];
      for (; inside(r, c) && fields[8 * r + c] === other(player); r += down, c += right) {
        run.push(8 * r + c);
      }
      if (inside(r, c) && fields[8 * r + c] === player) found.push(...run);
    }
  }
  return found;
}
