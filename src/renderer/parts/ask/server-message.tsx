import { ForeignText } from '../../ui/foreign-text.tsx';

/** Words of a server to a person: plain, and labelled as what they are. */
export function ServerMessage({ text }: { readonly text: string }) {
  return (
    <blockquote className="ask-msg">
      <p className="ask-msg-h">Message from the server, shown as plain text</p>
      <p>
        <ForeignText text={text} lines />
      </p>
    </blockquote>
  );
}
