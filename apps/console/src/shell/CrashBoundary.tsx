import { Component, type ReactNode } from 'react';

interface CrashBoundaryProps {
  /** What is shown in place of a screen that threw. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Catches what a screen throws while it is drawn, so that the window does not go blank. */
export class CrashBoundary extends Component<CrashBoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override render() {
    return this.state.hasCrashed ? this.props.fallback : this.props.children;
  }
}
