import Recordings

/// Writes ActiGraph recordings: log.bin, info.txt and the zip around them.
package struct GT3XWriter {
    /// Samples per second.
    package var rate = 30
    /// log.bin so far.
    package var log: [UInt8] = []
    /// Lines of info.txt.
    package var info = [
        "Serial Number": "TAS1H00000001", "Device Type": "Link", "Firmware": "1.7.2", "Battery Voltage": "4,18",
        "TimeZone": "-04:00:00", "Acceleration Scale": "256.0", "Acceleration Max": "8.0",
    ]
    /// Other files of the archive.
    package var others: [(name: String, content: [UInt8])] = []

    /// An empty recording.
    package init() {}

    /// Adds a record with its checksum.
    package mutating func append(_ type: UInt8, _ second: Int, _ payload: [UInt8]) {
        let record = [0x1E, type] + little(second, 4) + little(payload.count, 2) + payload
        log += record + [~record.reduce(0, ^)]
    }

    /// Adds a second of activity of sixteen bits.
    package mutating func words(_ second: Int, _ sample: (Int) -> (Int, Int, Int)) {
        append(
            26, second,
            (0..<rate).flatMap { index in
                let (x, y, z) = sample(index)
                return little(x, 2) + little(y, 2) + little(z, 2)
            })
    }

    /// Values of twelve bits, most significant first, as records 0 and 27 and the old stream pack them.
    package static func packed(_ values: [Int]) -> [UInt8] {
        var nibbles: [UInt8] = []
        for value in values {
            for shift in [8, 4, 0] { nibbles.append(UInt8(truncatingIfNeeded: value >> shift) & 15) }
        }
        if nibbles.count % 2 == 1 { nibbles.append(0) }
        return stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
    }

    /// .NET ticks of a second since 1970.
    package static func ticks(_ second: Int) -> Int { (second + 62_135_596_800) * 10_000_000 }

    /// The text of info.txt.
    package var infoText: [UInt8] {
        let lines = info.merging(["Sample Rate": "\(rate)"]) { own, _ in own }.sorted { $0.key < $1.key }
        return Array(lines.map { "\($0.key): \($0.value)\r\n" }.joined().utf8)
    }

    /// The recording.
    package var bytes: [UInt8] { Self.archive([("log.bin", log), ("info.txt", infoText)] + others) }

    /// A zip archive of files that are stored and not packed; nothing where libzip has no memory for it.
    package static func archive(_ files: [(name: String, content: [UInt8])]) -> [UInt8] {
        guard let zip = try? ZipWriter() else { return [] }
        for file in files { try? zip.add(file.name, file.content, isPacked: false) }
        return (try? zip.close()) ?? []
    }
}
