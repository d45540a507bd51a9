export interface Picture {
  bytes: Buffer;
  type: 'image/png' | 'image/jpeg';
  thumbnail: Buffer;
}

export const pictureLimits = {
  pixels: 25_000_000,
  side: 2_560,
  drawing: 1_280,
  thumbnail: 100,
} as const;

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
