import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { ForeignText } from './foreign-text.tsx';

export interface ErrorBoundaryProps {
  /** What could not be drawn, as the start of a sentence: `This view`. */
  readonly what: string;
  /** What is not harmed by it. */
  readonly note: string;
  readonly children: ReactNode;
}

interface Caught {
  readonly error: unknown;
}

/** Keeps an error while drawing inside one place of the window: the rest goes on. Only a class can catch it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly caught: Caught | undefined }> {
  override state: { readonly caught: Caught | undefined } = { caught: undefined };

  static getDerivedStateFromError(error: unknown): { caught: Caught } {
    return { caught: { error } };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (!caught) return this.props.children;
    const { what, note } = this.props;
    return (
      <div role="alert">
        <EmptyState
          icon={TriangleAlert}
          title={`${what} could not be drawn`}
          actions={
            <>
              <Button onClick={() => this.setState({ caught: undefined })}>Try again</Button>
              <Button variant="quiet" onClick={() => location.reload()}>
                Reload the window
              </Button>
            </>
          }
        >
          <p>
            <ForeignText
              text={caught.error instanceof Error ? caught.error.message : 'No reason was given.'}
              limit={300}
            />
          </p>
          <p>{note}</p>
        </EmptyState>
      </div>
    );
  }
}
