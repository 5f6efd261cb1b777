// The page's side of build/review: opens the studio and takes one shot at a time.

const LONGEST_WAIT = 4000;

class Review {
  #code = "";
  #state = "";
  #failure = "";

  async open(base) {
    const { openStudio } = await import(`${base}runtime/studio.js`);
    this.studio = await openStudio();
    this.picture = this.studio.createPicture(document.getElementById("stage"), {
      onEvent: (type, detail) => this.#hear(type, detail),
      onFailure: (error) => this.#hear("error", error.message),
      onFrame: () => {},
      onDrawn: () => {},
    });
    this.picture.onScreen = true;
  }

  async shoot(shot, width, height) {
    const { studio, picture } = this;
    picture.resize(width, height, 1, studio.sizeLimit);
    await this.#until(() => studio.catalogsAreInstalled);
    await this.#dress(shot.code || studio.bridge.randomCode(shot.seed, shot.body));
    studio.bridge.setPaused(picture.player, true);
    studio.bridge.setAnimation(picture.player, shot.animation);
    studio.bridge.setTime(picture.player, shot.time);
    studio.bridge.setExpression(picture.player, shot.expression);
    Object.assign(picture, { yaw: shot.yaw, pitch: shot.pitch, zoom: shot.zoom, view: shot.view });
    for (let i = 0; i < 12; i++) studio.loop.step(1); // the camera eases to its place
    return base64(await studio.readPixels(picture, width, height));
  }

  /** Several avatars in one picture; each of `people` is {code, animation, time, x, z, turn}. */
  async group(people, shot, width, height) {
    const { studio, picture } = this;
    const { bridge } = studio;
    picture.resize(width, height, 1, studio.sizeLimit);
    await this.#until(() => studio.catalogsAreInstalled);
    const players = people.map(({ seed, animation, time, x, z, turn }, index) => {
      const player = index === 0 ? picture.player : bridge.createPlayer(picture.target);
      bridge.setDescription(player, bridge.randomCode(seed, -1));
      bridge.setPaused(player, true);
      bridge.setAnimation(player, animation);
      bridge.setPlace(player, x, z, turn);
      return { player, time };
    });
    this.#code = "";
    Object.assign(picture, { yaw: shot.yaw, pitch: shot.pitch, zoom: shot.zoom, view: shot.view });
    picture.onScreen = false; // frames that only load cost little
    for (let frame = 0; frame < 400; frame++) {
      studio.loop.step(0.02);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    picture.onScreen = true;
    for (const { player, time } of players) bridge.setTime(player, time);
    const pixels = base64(await studio.readPixels(picture, width, height));
    for (const { player } of players.slice(1)) bridge.destroyPlayer(player);
    bridge.setPlace(picture.player, 0, 0, 0);
    return pixels;
  }

  async #dress(code) {
    if (code === this.#code) return;
    this.#state = "";
    this.studio.bridge.setDescription(this.picture.player, code);
    this.#code = code;
    await this.#until(() => this.#state === "ready");
  }

  async #until(condition) {
    for (let tries = 0; !condition(); tries++) {
      if (this.#failure) throw new Error(this.#failure);
      if (tries > LONGEST_WAIT) throw new Error("The avatar did not become ready.");
      this.studio.loop.step(0);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  #hear(type, detail) {
    if (type === "state") this.#state = detail;
    if (type === "error") this.#failure = detail;
  }
}

function base64(bytes) {
  let text = "";
  for (let start = 0; start < bytes.length; start += 32768)
    text += String.fromCharCode(...bytes.subarray(start, start + 32768));
  return btoa(text);
}

globalThis.review = new Review();
