import { type RefObject, useEffect, useRef, useState } from 'react';

/** `refused`: no permission; `absent`: none, or in use. */
export type CameraState = 'starting' | 'running' | 'refused' | 'absent';

const scanPauseMs = 150;

/** Shows the front camera and passes on the text of each code. */
export function useCamera(onText: (text: string) => void): {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
} {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const handOver = useRef(onText);
  useEffect(() => {
    handOver.current = onText;
  });

  useEffect(() => {
    const ended = new AbortController();
    const run = async ({ signal }: AbortController) => {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 720 } },
      });
      const stop = () => {
        for (const track of stream.getTracks()) track.stop();
      };
      signal.addEventListener('abort', stop);
      if (signal.aborted || !video.current) return stop();
      for (const track of stream.getTracks()) track.addEventListener('ended', () => setState('absent'), { signal });
      video.current.srcObject = stream;
      await video.current.play();
      setState('running');
      const { createReader } = await import('./qr-reader.ts');
      const read = createReader();
      while (!signal.aborted) {
        const text = video.current && (await read(video.current));
        if (text && !signal.aborted) handOver.current(text);
        await new Promise((resolve) => setTimeout(resolve, scanPauseMs));
      }
    };
    run(ended).catch((error: unknown) => {
      if (ended.signal.aborted) return;
      setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'absent');
    });
    return () => ended.abort();
  }, []);
  return { video, state };
}
