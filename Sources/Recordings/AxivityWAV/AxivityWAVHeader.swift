import Signals

/// The chunks of a .wav that omconvert wrote: format, description, and where the samples lie.
struct AxivityWAVHeader {
    /// What a channel of the sound holds.
    enum Kind: Equatable {
        case acceleration, angularVelocity, auxiliary, other
    }

    /// Samples per second, 1 ... 10 000.
    private(set) var rate = 0
    /// What each channel holds, with the value of full scale.
    private(set) var channels: [(kind: Kind, scale: Float)] = []
    /// Wall-clock nanoseconds since 1970 of the first sample.
    private(set) var start: Int64 = 0
    /// Where samples begin in the file, and how many bytes the file promises of them.
    private(set) var dataStart = 0
    /// See ``dataStart``.
    private(set) var promised = 0
    /// Lines of the description by their label.
    private(set) var values: [String: String] = [:]

    /// Bytes of a chunk other than the samples that are read at most.
    private static let chunkLimit = 1 << 16
    private static let chunks = 100

    /// Whether a .wav begins so whose description names channels of acceleration.
    static func recognizes(_ head: [UInt8]) -> Bool {
        head.starts(with: Array("RIFF".utf8)) && head.dropFirst(8).starts(with: Array("WAVE".utf8))
            && contains(head, Array("Channel-1: ".utf8)) && contains(head, Array("Scale-1: ".utf8))
    }

    private static func contains(_ head: [UInt8], _ word: [UInt8]) -> Bool {
        head.indices.contains { head[$0] == word[0] && head[$0...].starts(with: word) }
    }

    /// Reads the chunks before the samples.
    /// - Throws: `Failure` with what is not as it should be.
    init(_ file: RecordingFile) throws {
        guard Self.recognizes(try file.head(4096)) else {
            throw Failure(.failed, "\(file.name) is no .wav that omconvert or OmGui made of a recording.")
        }
        var count = 0
        var place = 12
        for _ in 0..<Self.chunks {
            let head = try file.bytes(at: place, count: 8)
            var cursor = ByteCursor(head.span.bytes)
            guard let name = try? cursor.array(4), let size: UInt32 = try? cursor.little() else { break }
            if name == Array("data".utf8) {
                (dataStart, promised) = (place + 8, Int(size))
                break
            }
            guard Int(size) <= Self.chunkLimit else { break }
            let bytes = try file.bytes(at: place + 8, count: Int(size))
            if name == Array("fmt ".utf8) {
                var format = ByteCursor(bytes.span.bytes)
                guard (try? format.skip(2)) != nil, let channels: UInt16 = try? format.little(),
                    let rate: UInt32 = try? format.little(), (try? format.skip(6)) != nil,
                    let bits: UInt16 = try? format.little(), bits == 16, (3...16).contains(channels),
                    (1...10_000).contains(rate)
                else {
                    throw Failure(
                        .failed, "\(file.name) has no format that a recording has: 3 to 16 channels of 16 bits.")
                }
                (count, self.rate) = (Int(channels), Int(rate))
            } else if name == Array("LIST".utf8) {
                addLines(bytes)
            }
            place += 8 + Int(size) + Int(size & 1)
        }
        guard dataStart > 0, count > 0 else {
            throw Failure(
                .failed, "\(file.name) has no chunk of samples behind its description (looked up to byte \(place)).")
        }
        guard let start = values["Time"].flatMap({ WallText(Array($0.utf8)) })?.stamp(.yearFirst) else {
            throw Failure(.failed, "\(file.name) does not say when its first sample was taken (“Time: …”).")
        }
        self.start = start
        for index in 1...count {
            let name = values["Channel-\(index)"] ?? ""
            let kind: Kind =
                name.hasPrefix("Accel-")
                ? .acceleration
                : name.hasPrefix("Gyro-") ? .angularVelocity : name.hasPrefix("Aux") ? .auxiliary : .other
            let scale = values["Scale-\(index)"].flatMap { Float($0) } ?? 1
            channels.append((kind, (0.001...100_000).contains(scale) ? scale : 1))
        }
        // The fourth channel is nowhere named.
        if count == 4 || count == 7, channels[count - 1].kind == .other { channels[count - 1].kind = .auxiliary }
        guard places(of: .acceleration).count == 3 else {
            throw Failure(.failed, "\(file.name) does not have three channels of acceleration.")
        }
    }

    /// The channels of a kind.
    func places(of kind: Kind) -> [Int] { channels.indices.filter { channels[$0].kind == kind } }

    private mutating func addLines(_ bytes: [UInt8]) {
        // Names and sizes of the parts lie between texts, which end with a zero.
        for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == 0 }).prefix(1000) {
            let text = String(decoding: line, as: UTF8.self)
            guard let colon = text.firstRange(of: ": "), values.count < 200 else { continue }
            var label = String(text[..<colon.lowerBound])
            // The first label of a part has the part's size before it.
            if let last = label.lastIndex(where: { !$0.isASCII || $0 < "\u{20}" }) {
                label = String(label[label.index(after: last)...])
            }
            for part in ["ICMT", "INAM", "IART"] where label.hasPrefix(part) { label = String(label.dropFirst(5)) }
            if values[label] == nil { values[label] = String(text[colon.upperBound...]).trimmed }
        }
    }

    /// The recorder.
    var device: DeviceIdentity {
        DeviceIdentity(
            maker: "Axivity", model: places(of: .angularVelocity).isEmpty ? "AX3" : "AX6", serial: values["Id"] ?? "",
            firmware: values["Firmware"] ?? "")
    }
}
