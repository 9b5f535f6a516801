import Recordings
import Runtime
import Store

/// Reading the bytes of a file piece by piece.
extension ImportJob {
    func digest(of file: RecordingFile) throws -> [UInt8] {
        var hash = SHA256()
        try forEachPiece(of: file) { bytes, fraction in
            hash.update(bytes)
            report(.decoding, 0.1 * fraction)
        }
        return hash.digest()
    }

    /// Keeps what was not kept when it came.
    func keepBytes(of file: RecordingFile, in recording: RecordingImport) throws {
        try forEachPiece(of: file, from: recording.received) { bytes, fraction in
            try recording.append(bytes: bytes)
            report(.decoding, 0.9 + 0.1 * fraction)
        }
    }

    private func forEachPiece(
        of file: RecordingFile, from start: Int = 0, _ body: ([UInt8], Double) throws -> Void
    ) throws {
        var offset = start
        while offset < file.size {
            try Task.checkCancellation()
            let bytes = try file.bytes(at: offset, count: Self.piece)
            guard !bytes.isEmpty else { break }
            offset += bytes.count
            try body(bytes, Double(offset) / Double(file.size))
        }
    }
}
