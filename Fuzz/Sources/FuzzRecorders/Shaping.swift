import TestKit

/// Makes files that reach the decoders' depths out of a fuzzer's bytes.
enum Shaping {
    /// What the rest of an input is.
    enum Kind: UInt8, CaseIterable {
        /// An ActiGraph archive as it is; its log.bin; records of a kind, a second and a size each; the old stream.
        case archive, log, records, stream
        /// A GENEActiv file.
        case pages
        /// A Matrix file as it is; one whose checksums are made right.
        case packets, sealedPackets
        /// An .AWD, an Actiware export, a .mtn.
        case epochs, export, markup
        /// Whatever its content shows; a table of samples, one of counts, whose columns are named.
        case known, samples, counts
    }

    /// The file that the bytes of an input mean.
    static func file(_ kind: Kind, _ bytes: [UInt8]) -> [UInt8] {
        switch kind {
        case .log:
            var writer = GT3XWriter()
            writer.log = bytes
            return writer.bytes
        case .records: return records(bytes)
        case .stream:
            var writer = GT3XWriter()
            writer.info["Start Date"] = "\(GT3XWriter.ticks(1_568_745_600))"
            return GT3XWriter.archive([
                ("info.txt", writer.infoText), ("activity.bin", bytes), ("lux.bin", Array(bytes.prefix(100))),
            ])
        case .sealedPackets: return sealed(bytes)
        case .archive, .pages, .packets, .epochs, .export, .markup, .known, .samples, .counts: return bytes
        }
    }

    /// Records with right checksums: kind, distance from the second before, size, payload.
    private static func records(_ bytes: [UInt8]) -> [UInt8] {
        var writer = GT3XWriter()
        var second = 1_568_745_600
        var rest = bytes[...]
        while rest.count >= 3 {
            let (kind, step, size) = (rest[rest.startIndex], rest[rest.startIndex + 1], rest[rest.startIndex + 2])
            second += step == 255 ? 100_000 : Int(Int8(bitPattern: step))
            writer.append(kind, second, Array(rest.dropFirst(3).prefix(Int(size))))
            rest = rest.dropFirst(3 + Int(size))
        }
        return writer.bytes
    }

    /// The file with the checksum of each packet made right.
    private static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        var file = bytes
        var at = 524
        while at + 36 <= file.count {
            var length = 36
            for (place, size) in [(20, 6), (24, 6), (28, 4), (32, 4)] {
                let count = (0..<4).reduce(0) { $0 | Int(file[at + place + $1]) << (8 * $1) }
                length += count * size
            }
            guard length <= file.count - at else { return file }
            file.replaceSubrange(
                (at + 8)..<(at + 12), with: little(Int(crc32(of: Array(file[(at + 12)..<(at + length)]))), 4))
            at += length
        }
        return file
    }
}
