class Closed extends Error {}
class DoorOpen extends Error {}
class NoFloor extends Error {}

export class Lift {
  init() {
    this.at = 0;
    this.open = true;
  }

  go(to) {
    if (this.open) throw new DoorOpen();
    if (to < 0 || to > 3) throw new NoFloor();
    this.at = to;
  }

  up() {
    this.go(this.at + 1);
  }

  down() {
    this.go(this.at - 1);
  }

  openDoor() {
    this.open = true;
  }

  close() {
    if (!this.open) throw new Closed();
    this.open = false;
  }

  floor() {
    return this.at;
  }

  isOpen() {
    return this.open;
  }
}
