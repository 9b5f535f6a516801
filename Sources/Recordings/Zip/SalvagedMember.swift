import Signals

/// Reads a member of an archive whose directory is missing.
final class SalvagedMember: MemberReader {
    private let file: RecordingFile
    private let member: ZipSalvage.Member
    private var offset: Int
    private let end: Int
    private let inflater: Inflater?
    private var isFinished = false
    private(set) var damage: String?

    /// A reader at the start of `member`.
    init(_ member: ZipSalvage.Member, of file: RecordingFile) throws {
        self.file = file
        self.member = member
        offset = min(member.start, file.size)
        end = member.size.map { min(file.size, member.start + $0) } ?? file.size
        inflater = member.isDeflated ? try Inflater() : nil
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !isFinished, buffer.count > 0 else { return 0 }
        guard let inflater else { return try stored(into: buffer) }
        let (count, step) = try inflater.read(into: buffer, from: packed)
        isFinished = step != .more
        switch step {
        case .more, .ended: break
        case .cut: damage = "the archive ends inside it, at byte \(offset)"
        case .damaged: damage = "its packed bytes are damaged before byte \(offset)"
        }
        return count
    }

    private func stored(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = try packed(into: buffer)
        if count == 0 {
            isFinished = true
            let missing = (member.size ?? 0) - (offset - member.start)
            if missing > 0 { damage = "the archive ends \(missing) bytes early" }
        }
        return count
    }

    private func packed(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let wanted = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(buffer.count, end - offset)])
        let count = try file.read(at: offset, into: wanted)
        offset += count
        return count
    }
}
