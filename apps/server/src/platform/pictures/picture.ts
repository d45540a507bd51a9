/** What may be handed to the process that decodes, and what it hands back. */

/** A picture as it is kept: drawn anew from what was uploaded, so that nothing else of the file is in it. */
export interface Picture {
  bytes: Buffer;
  type: 'image/png' | 'image/jpeg';
  thumbnail: Buffer;
}

/** The sizes that pictures are kept in, in pixels, and what a file may ask for. */
export const pictureLimits = {
  pixels: 25_000_000,
  /** The longest side of what is kept; a larger picture is made smaller. */
  side: 2_560,
  /** The longest side of a drawing that has no size in pixels of its own. */
  drawing: 1_280,
  thumbnail: 100,
} as const;

/** What the decoding process sends: that it is ready for a file and which rights it has, or what became of the file. */
export type DecoderMessage =
  | {
      is: 'ready';
      uid: number | null;
      networkNamespace: string | null;
      hasInterface: boolean;
      foldersInReach: string[];
    }
  | { is: 'picture'; picture: Picture }
  | { is: 'refused' };
