/// The unpacked bytes of one member of an archive, from front to back.
protocol MemberReader: AnyObject {
    /// What is wrong with the member, once its end or the damage has been reached; nil for nothing.
    var damage: String? { get }
    /// Fills `buffer` as far as there are bytes and returns how many; 0 at the end and at damage.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

extension MemberReader {
    /// All bytes up to `limit`; nil when there are more.
    func all(limit: Int) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            try Task.checkCancellation()
            let count = try read(into: buffer)
            if count == 0 { return bytes }
            guard count <= limit - bytes.count else { return nil }
            bytes += UnsafeRawBufferPointer(rebasing: buffer[..<count])
        }
    }
}

/// A reader that ends where no recording does: an archive that was made to burst must not keep a machine busy.
final class LimitedMember: MemberReader {
    private let member: any MemberReader
    private var left: Int
    private var isOver = false

    /// A reader of `member` that fails after `limit` bytes.
    init(_ member: any MemberReader, limit: Int) {
        self.member = member
        left = limit
    }

    var damage: String? { isOver ? "it unpacks to more than any recording" : member.damage }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !isOver else { return 0 }
        let count = try member.read(into: buffer)
        isOver = count > left
        left -= min(left, count)
        return isOver ? 0 : count
    }
}
