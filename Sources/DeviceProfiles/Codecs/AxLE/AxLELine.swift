package import Signals

/// One line that an OpenMovement AxLE band sends (AxLE firmware 1.10, main.c; AxLE firmware documentation).
package enum AxLELine: Hashable, Sendable {
    /// `Authenticated`: the password was accepted.
    case authenticated
    /// `!`: the password is required first.
    case refused
    /// `B:nn%`: battery charge, 0 ... 100 %.
    case battery(Int)
    /// `#:` and the address, which is the serial number.
    case address(String)
    /// `X:number`: the value of a setting, or one of the six lines of a query: `T` clock in seconds, `B` active block, `E`
    /// epochs in it, `N` epoch length in seconds or, in a query, when the block began, `C` block count, `I` read index.
    case value(Character, Int64)
    /// `OP:nn`: a stream begins.
    case streamBegins
    /// A packet of the stream.
    case stream(AxLEStreamPacket)
    /// A block of epochs.
    case block(AxLEBlock)
    /// A line of another form.
    case other(String)

    /// Understands a line without its end.
    /// - Throws: `DecodeError` for a line as long as a packet or a block that is none.
    package init(_ line: [UInt8]) throws(DecodeError) {
        if line.count >= 64 {
            let bytes = try Self.hex(line)
            switch bytes.count {
            case AxLEStreamPacket.size: self = .stream(try AxLEStreamPacket(bytes))
            case AxLEBlock.size: self = .block(try AxLEBlock(bytes))
            default: throw DecodeError(.invalid("a line of \(bytes.count) bytes"), at: 0)
            }
            return
        }
        let text = String(decoding: line, as: UTF8.self)
        switch text {
        case "Authenticated": self = .authenticated
        case "!": self = .refused
        default: self = Self.value(text) ?? .other(text)
        }
    }

    private static func value(_ text: String) -> AxLELine? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let name = text[..<colon]
        var rest = text[text.index(after: colon)...].drop { $0 == " " }
        if name == "OP" { return .streamBegins }
        guard name.count == 1, let letter = name.first else { return nil }
        if letter == "#" { return .address(rest.filter { $0 != ":" }.uppercased()) }
        if letter == "B", rest.hasSuffix("%") {
            return Int(rest.dropLast()).flatMap { (0...100).contains($0) ? .battery($0) : nil }
        }
        if rest.hasSuffix("ms") { rest = rest.dropLast(2) }
        return Int64(rest).map { .value(letter, $0) }
    }

    /// The bytes that a line of hexadecimal digits stands for.
    static func hex(_ line: [UInt8]) throws(DecodeError) -> [UInt8] {
        guard line.count.isMultiple(of: 2) else {
            throw DecodeError(.truncated(needed: 2, available: 1), at: line.count - 1)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(line.count / 2)
        for index in stride(from: 0, to: line.count, by: 2) {
            guard let high = digit(line[index]), let low = digit(line[index + 1]) else {
                throw DecodeError(.invalid("no hexadecimal digits"), at: index)
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
