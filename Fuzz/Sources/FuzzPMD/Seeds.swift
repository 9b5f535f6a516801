import Fuzzing

/// One sound value of each kind for the fuzzer to start from.
enum Seeds {
    private static let header: [UInt8] = [0x00, 0x94, 0x35, 0x77, 0, 0, 0, 0]

    /// Writes them.
    static func write(to folder: inout SeedFolder) {
        var values: [[UInt8]] = []
        for kind: UInt8 in [0, 1, 2] { values.append([2] + header + [kind] + [UInt8](repeating: 0x11, count: 36)) }
        for kind: UInt8 in [0, 2, 3] { values.append([0] + header + [kind] + [UInt8](repeating: 0xF1, count: 42)) }
        let layouts: [(UInt8, UInt8, Int, Int)] = [
            (2, 0x80, 3, 2), (2, 0x81, 3, 2), (5, 0x80, 3, 2), (5, 0x81, 3, 4), (6, 0x80, 3, 2), (6, 0x81, 4, 2),
            (1, 0x80, 4, 3), (1, 0x87, 17, 3), (1, 0x8A, 21, 3), (7, 0x80, 1, 4), (11, 0x80, 1, 4), (12, 0x80, 1, 4),
        ]
        for (stream, kind, channels, size) in layouts {
            for width in [0, 3, 6, 8, 12, 24, 32] {
                var value = [stream] + header + [kind] + [UInt8](repeating: 0x42, count: channels * size)
                for count in [1, 5] {
                    value += [UInt8(width), UInt8(count)]
                    value += [UInt8](repeating: 0xA5, count: (width * count * channels + 7) / 8)
                }
                values.append(value)
            }
        }
        values.append([1] + header + [0] + [UInt8](repeating: 0x33, count: 24))
        values.append([3] + header + [0, 60, 0xE8, 3, 10, 0, 6, 61, 0xD8, 3, 9, 0, 7])
        values.append([14] + header + [1, 72, 86, 71])
        values.append([0xF0, 1, 2, 0, 0, 0, 4, 25, 0, 50, 0, 100, 0, 200, 0, 1, 1, 16, 0, 2, 3, 2, 0, 4, 0, 8, 0])
        values.append([0xF0, 2, 2, 0, 0, 5, 1, 0x40, 0xDA, 0x7F, 0x39])
        values.append([0x0F, 0x6E] + [UInt8](repeating: 0, count: 15))
        for value in values where value.count < 255 { folder.save([UInt8(value.count)] + value) }
    }
}
