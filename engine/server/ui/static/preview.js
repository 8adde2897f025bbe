/** Sound that is heard while more of it is made: each chunk is a small MP3 file of its own. */
export class Preview {
  #context;
  #changed;
  #playing = new Set();
  #decoding = Promise.resolve();
  #turn = 0;
  #until = 0;
  #seconds = 0;

  /** @param {(seconds: number) => void} changed Told how much is to be heard; 0 when it is silent again. */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Must be called from a person's click: before one, browsers play nothing. */
  open() {
    this.#context ??= new AudioContext();
    this.#context.resume();
  }

  /** Whether anything is still to be heard. */
  get sounding() {
    return this.#playing.size > 0;
  }

  /** Puts a chunk behind those that came before. */
  add(base64) {
    const turn = this.#turn;
    this.#context ??= new AudioContext();
    const sound = this.#context.decodeAudioData(
      Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)).buffer,
    );
    this.#decoding = Promise.all([sound, this.#decoding])
      .then(([decoded]) => turn === this.#turn && this.#schedule(decoded))
      .catch(() => {}); // a preview that cannot be decoded is not heard; the finished sound will be
  }

  /** Falls silent and forgets all that came. */
  reset() {
    this.#turn += 1;
    for (const source of this.#playing) source.stop();
    this.#playing.clear();
    this.#until = 0;
    this.#seconds = 0;
    this.#changed(0);
  }

  #schedule(sound) {
    const source = new AudioBufferSourceNode(this.#context, { buffer: sound });
    source.connect(this.#context.destination);
    source.onended = () => this.#ended(source);
    this.#until = Math.max(this.#until, this.#context.currentTime);
    source.start(this.#until);
    this.#until += sound.duration;
    this.#playing.add(source);
    this.#seconds += sound.duration;
    this.#changed(this.#seconds);
  }

  #ended(source) {
    this.#playing.delete(source);
    if (!this.sounding) this.#changed(0);
  }
}
