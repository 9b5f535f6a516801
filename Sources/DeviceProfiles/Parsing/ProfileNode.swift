import Documents
import Runtime
import Signals

/// One value of a profile on its way into the model: asks for what it should be and reports when it is not.
struct ProfileNode {
    let value: JSONValue
    let path: String
    let problems: ProblemList

    func report(_ message: String) { problems.report(path, message) }

    /// The members, of which only `keys` may be there.
    func object(_ keys: Set<String>) -> ProfileObject? {
        guard let members = value.object else {
            report("an object is expected")
            return nil
        }
        for key in members.keys.sorted() where !keys.contains(key) {
            problems.report(
                path.isEmpty ? key : "\(path).\(key)",
                "there is no such key here; known are \(keys.sorted().joined(separator: ", "))")
        }
        return ProfileObject(members: members, path: path, problems: problems)
    }

    /// All members, whatever they are called, in order of their names.
    func entries(limit: Int = 64) -> [(key: String, node: ProfileNode)] {
        guard let members = value.object else {
            report("an object is expected")
            return []
        }
        guard members.count <= limit else {
            report("at most \(limit) entries are allowed")
            return []
        }
        return members.sorted { $0.key < $1.key }.map { key, value in
            (key, ProfileNode(value: value, path: path.isEmpty ? key : "\(path).\(key)", problems: problems))
        }
    }

    /// The elements of an array, at most `limit`; other types are a problem.
    func elements(limit: Int = 64) -> [ProfileNode] {
        guard case .array(let values) = value else {
            report("an array is expected")
            return []
        }
        guard values.count <= limit else {
            report("at most \(limit) elements are allowed")
            return []
        }
        return values.enumerated().map { index, value in
            ProfileNode(value: value, path: "\(path)[\(index)]", problems: problems)
        }
    }

    /// The elements of an array, or the value itself as the only one.
    func oneOrMore(limit: Int = 64) -> [ProfileNode] {
        if case .array = value { return elements(limit: limit) }
        return [self]
    }

    func text(limit: Int = 200) -> String? {
        guard let text = value.string, !text.isEmpty, text.utf8.count <= limit else {
            report("a text of 1 to \(limit) bytes is expected")
            return nil
        }
        return text
    }

    /// A name as settings, frames and profiles have them.
    func identifier(dots: Bool = false) -> String? {
        let allowed: (UInt8) -> Bool = { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: "-") || (dots && byte == UInt8(ascii: "."))
        }
        guard let text = value.string, (1...64).contains(text.utf8.count), text.utf8.allSatisfy(allowed),
            !text.hasPrefix("."), !text.hasSuffix("."), !text.contains("..")
        else {
            report("a name of small letters, digits, _ and -\(dots ? " with dots between" : "") is expected")
            return nil
        }
        return text
    }

    func flag() -> Bool? {
        guard let flag = value.bool else {
            report("true or false is expected")
            return nil
        }
        return flag
    }

    func number() -> Double? {
        guard let number = value.number else {
            report("a number is expected")
            return nil
        }
        return number
    }

    /// A whole number, or a text such as `0x1F`.
    func integer(_ range: ClosedRange<Int> = Int.min...Int.max) -> Int? {
        let number: Int? =
            switch value {
            case .number(let number): Int(exactly: number)
            case .string(let text) where text.hasPrefix("0x") && text.utf8.dropFirst(2).first != 0x2D:
                UInt64(text.dropFirst(2), radix: 16).map { Int(bitPattern: UInt($0)) }
            case .string(let text): Int(text)
            default: nil
            }
        guard let number, range.contains(number) else {
            let known = range == Int.min...Int.max ? "" : " from \(range.lowerBound) to \(range.upperBound)"
            report("a whole number\(known) is expected")
            return nil
        }
        return number
    }

    /// A number of 16 bits as four hexadecimal digits.
    func word() -> UInt16? {
        guard let text = value.string, text.utf8.count == 4, text.utf8.allSatisfy(Self.isHexadecimal),
            let word = UInt16(text, radix: 16)
        else {
            report("four hexadecimal digits are expected")
            return nil
        }
        return word
    }

    /// Bytes as hexadecimal digits, with spaces wherever they help to read.
    func bytes(limit: Int = FrameFormat.attributeBytes) -> [UInt8]? {
        guard let text = value.string, let bytes = HexText.bytes(text), bytes.count <= limit else {
            report("hexadecimal digits of at most \(limit) bytes are expected")
            return nil
        }
        return bytes
    }

    func uuid() -> String? {
        guard let text = value.string, let uuid = ProfileUUID.canonical(text) else {
            report("a UUID of 4, 8 or 32 hexadecimal digits is expected")
            return nil
        }
        return uuid
    }

    /// A value of an enumeration, by its raw word.
    func word<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) -> Word? where Word.RawValue == String {
        guard let text = value.string, let word = Word(rawValue: text) else {
            report("one of \(Word.allCases.map(\.rawValue).joined(separator: ", ")) is expected")
            return nil
        }
        return word
    }

    /// A date `YYYY-MM-DD`, as its midnight UTC.
    func day() -> Instant? {
        guard let text = value.string, let date = CivilDate(text), (1900...2200).contains(date.year) else {
            report("a day such as 2000-01-01 is expected")
            return nil
        }
        return Instant(nanoseconds: Int64(date.daysSince1970) * 86_400_000_000_000)
    }

    static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }
}
