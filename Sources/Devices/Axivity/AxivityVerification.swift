import Glibc
package import Recordings
import Signals

/// Whether a copy is what the recorder holds.
package struct AxivityVerification: Hashable, Sendable {
    /// The check of the copy, block by block.
    package var check: CWACheck
    /// The recorder's identity, from the places that could be read.
    package var identification: AxivityIdentification
    /// Faults of the copy; empty when it can be trusted.
    package var objections: [String]
    /// Blocks that are damaged on the recorder itself: copying them again would change nothing.
    package var damagedOnRecorder: Int

    /// Whether the copy is all that the recorder has.
    package var isFaithful: Bool { objections.isEmpty }

    /// Compares the copy at `path` with the recorder's file: size, header and last block, checksums, sequence and number.
    /// Blocks that fail are read from the recorder once more.
    /// - Throws: `Failure` when either cannot be read; `CancellationError`.
    package init(
        copy path: String, source: AxivityFile, identification: AxivityIdentification,
        progress: (@Sendable (Double) -> Void)? = nil
    ) throws {
        let copy = try RecordingFile.open(path: path)
        let original = try RecordingFile.open(path: source.path)
        check = try CWACheck(copy, progress: progress)
        self.identification = identification
        objections = []
        damagedOnRecorder = 0
        if copy.size != source.size {
            objections.append("The copy has \(copy.size) bytes and the recorder \(source.size).")
        }
        if try copy.head(CWAFileHeader.size) != source.headerBytes {
            objections.append("The header of the copy is another one: it is of an earlier recording.")
        }
        let last = max(CWAFileHeader.size, (source.size - 1) / 512 * 512)
        if try copy.bytes(at: last, count: 512) != original.bytes(at: last, count: 512) {
            objections.append("The last block of the copy is another one.")
        }
        for offset in check.damaged {
            if try copy.bytes(at: offset, count: 512) == original.bytes(at: offset, count: 512) {
                damagedOnRecorder += 1
            } else {
                objections.append("The block at byte \(offset) was copied wrongly.")
            }
        }
        if check.damagedCount > check.damaged.count {
            objections.append("\(check.damagedCount) blocks are damaged: more than can be looked at one by one.")
        }
        if check.foreign > 0 { objections.append("\(check.foreign) blocks belong to another recording.") }
        if check.disordered > 0 { objections.append("\(check.disordered) blocks are out of order.") }
        if let contradiction = identification.contradiction { objections.append(contradiction) }
    }
}
