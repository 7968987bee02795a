import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { constants, createBrotliDecompress, createUnzip } from 'node:zlib';

/** The answer as a stream of its plain bytes, piece by piece as they come; undefined for an encoding this app cannot read. */
export function decodedStream(response: IncomingMessage, encoding: string | undefined): Readable | undefined {
  switch (encoding?.trim().toLowerCase() ?? '') {
    case '':
    case 'identity':
      return response;
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      // A stream that is cut still gives what had arrived.
      return response.pipe(createUnzip({ finishFlush: constants.Z_SYNC_FLUSH }));
    case 'br':
      return response.pipe(createBrotliDecompress());
    default:
      return undefined;
  }
}
