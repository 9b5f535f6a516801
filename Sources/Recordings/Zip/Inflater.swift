import CISAL
import Glibc
import Signals

/// Unpacks Deflate (RFC 1951) piece by piece with ISA-L, which takes a third of zlib's time for it.
final class Inflater {
    /// The outcome of a call.
    enum Step {
        /// The stream goes on.
        case more
        /// The last block has been unpacked.
        case ended
        /// The source has no more bytes, and the last block has not come.
        case cut
        /// The bytes are not a Deflate stream.
        case damaged
    }

    private let state: UnsafeMutablePointer<inflate_state>
    private let input: UnsafeMutableRawBufferPointer

    /// An unpacker at the start of a stream.
    /// - Throws: `Failure` when there is no memory.
    init() throws {
        guard let state = nj_inflate_new() else {
            throw Failure(.failed, "There is no memory left to unpack a file; close other programs.")
        }
        self.state = state
        input = .allocate(byteCount: 1 << 18, alignment: 16)
    }

    deinit {
        free(state)
        input.deallocate()
    }

    /// Fills `buffer` as far as there are bytes.
    /// - Parameters:
    ///   - buffer: where to.
    ///   - source: fills what it is given with packed bytes and returns how many; 0 at the end.
    /// - Returns: how many bytes were unpacked, and how it goes on.
    func read(
        into buffer: UnsafeMutableRawBufferPointer, from source: (UnsafeMutableRawBufferPointer) throws -> Int
    ) rethrows -> (count: Int, step: Step) {
        var filled = 0
        while filled < buffer.count {
            if nj_inflate_left(state) == 0 { nj_inflate_give(state, input.baseAddress, UInt32(try source(input))) }
            let hadInput = nj_inflate_left(state) > 0
            let room = UInt32(clamping: buffer.count - filled)
            var left = room
            let code = nj_inflate_run(state, buffer.baseAddress?.advanced(by: filled), &left)
            filled += Int(room - left)
            if nj_inflate_ended(state) { return (filled, .ended) }
            if code != 0 { return (filled, .damaged) }
            if !hadInput, left == room { return (filled, .cut) }
        }
        return (filled, .more)
    }
}
