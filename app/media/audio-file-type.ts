/** File name and content type of a window's audio when it is sent: engines detect the format by the name. */
export type AudioFileType = { name: string; contentType: string };

const WAV: AudioFileType = { name: "window.wav", contentType: "audio/wav" };
const OGG: AudioFileType = { name: "window.ogg", contentType: "audio/ogg" };
const M4A: AudioFileType = { name: "window.m4a", contentType: "audio/mp4" };

/** Windows are M4A; of uncompressed sound, WAV ("RIFF"); of Vorbis, which M4A does not support, Ogg ("OggS"). */
export function audioFileType(audio: Uint8Array): AudioFileType {
  const isRiff = audio[0] === 0x52 && audio[1] === 0x49 && audio[2] === 0x46 && audio[3] === 0x46;
  const isOgg = audio[0] === 0x4f && audio[1] === 0x67 && audio[2] === 0x67 && audio[3] === 0x53;
  return isRiff ? WAV : isOgg ? OGG : M4A;
}
