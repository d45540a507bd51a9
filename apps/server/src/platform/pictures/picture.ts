/** What may be handed to the process that decodes, and what it hands back. */

/** A stored picture, drawn again without other data of the file. */
export interface Picture {
  bytes: Buffer;
  type: 'image/png' | 'image/jpeg';
  thumbnail: Buffer;
}

/** Stored sizes in pixels, and limits of a file. */
export const pictureLimits = {
  pixels: 25_000_000,
  /** The longest side. Larger pictures are scaled down. */
  side: 2_560,
  /** The longest side of a drawing without a size. */
  drawing: 1_280,
  thumbnail: 100,
} as const;

/** Messages of the decoding process: ready with its rights, or the result. */
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
