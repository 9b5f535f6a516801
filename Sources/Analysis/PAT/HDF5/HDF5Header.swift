import Signals

/// The header of an object: the messages that say whether it is a table or a group.
struct HDF5Header {
    /// A message: what it is about and where its contents are.
    struct Message {
        var type: Int
        var flags: Int
        var range: Range<Int>
    }

    /// The header's messages, in the order of the file.
    private(set) var messages: [Message] = []
    /// The place of the header in the file.
    let place: Int
    private static let mostMessages = 4096
    private static let continuation = 0x10

    /// Reads the messages of the header at `place`, of version 1 or 2.
    init(at place: Int, _ reader: HDF5Bytes) throws(DecodeError) {
        self.place = place
        var blocks: [Range<Int>]
        var isOld = true
        var prefix = 8
        if reader.has("OHDR", at: place) {
            isOld = false
            let flags = try reader.byte(place + 5)
            var start = place + 6 + (flags & 0x20 != 0 ? 16 : 0) + (flags & 0x10 != 0 ? 4 : 0)
            let width = 1 << (flags & 3)
            let size = try reader.count(start, width)
            start += width
            blocks = [try reader.range(start, size)]
            prefix = flags & 4 != 0 ? 6 : 4
        } else {
            guard try reader.byte(place) == 1 else {
                throw DecodeError(.unsupported("the header of an object has an unknown version"), at: place)
            }
            blocks = [try reader.range(place + 16, try reader.count(place + 8, 4))]
        }
        var next = 0
        while next < blocks.count {
            try read(blocks[next], prefix: prefix, isOld: isOld, reader, &blocks)
            next += 1
        }
    }

    /// The first message of the given type.
    func message(_ type: Int) -> Message? { messages.first { $0.type == type } }

    private mutating func read(
        _ block: Range<Int>, prefix: Int, isOld: Bool, _ reader: HDF5Bytes, _ blocks: inout [Range<Int>]
    ) throws(DecodeError) {
        var place = block.lowerBound
        while place + prefix <= block.upperBound {
            let type = try isOld ? reader.count(place, 2) : reader.byte(place)
            let size = try reader.count(place + (isOld ? 2 : 1), 2)
            let flags = try reader.byte(place + (isOld ? 4 : 3))
            let range = try reader.range(place + prefix, size)
            guard range.upperBound <= block.upperBound, messages.count < Self.mostMessages else {
                throw DecodeError(.invalid("a message is longer than its header"), at: place)
            }
            messages.append(Message(type: type, flags: flags, range: range))
            if type == Self.continuation {
                let start = try reader.pointer(range.lowerBound)
                let length = try reader.length(range.lowerBound + reader.offsetSize)
                if isOld {
                    blocks.append(try reader.range(start, length))
                } else {
                    try reader.expect("OCHK", at: start)
                    guard length >= 8 else { throw DecodeError(.invalid("a header goes on with nothing"), at: start) }
                    blocks.append(try reader.range(start + 4, length - 8))
                }
                guard blocks.count <= 64 else { throw DecodeError(.invalid("a header never ends"), at: place) }
            }
            place = range.upperBound
        }
    }
}
