/// Makes files that reach the decoder's depths out of a fuzzer's bytes.
enum Shaping {
    /// The file with the checksum of each sector made right.
    static func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
        var file = bytes
        for start in stride(from: 1024, to: file.count - 511, by: 512) { seal(&file, at: start) }
        return file
    }

    /// A header and one sector for each 32 bytes: 30 of its fixed part, one of damage and one to fill its samples with.
    static func sectors(_ bytes: [UInt8]) -> [UInt8] {
        var file = [0x4D, 0x44, 0xFC, 0x03] + [UInt8](repeating: 0xFF, count: 1020)
        for start in stride(from: 0, to: min(bytes.count, 32 * 512) - 31, by: 32) {
            let part = bytes[start..<(start + 32)]
            let (damage, fill) = (part[start + 30], part[start + 31])
            let at = file.count
            file += [0x41, 0x58, 0xFC, 0x01] + part[(start + 4)..<(start + 30)]
            file += [UInt8](repeating: fill, count: 482)
            seal(&file, at: at)
            switch damage {
            case 1: file[at + 510] ^= 1
            case 2: file[at] = 0
            case 3: file.removeLast(Int(fill))
            case 4: file += [UInt8](repeating: fill, count: Int(fill))
            default: break
            }
        }
        return file
    }

    private static func seal(_ file: inout [UInt8], at start: Int) {
        var sum: UInt16 = 0
        for index in stride(from: start, to: start + 510, by: 2) {
            sum &+= UInt16(file[index]) | UInt16(file[index + 1]) << 8
        }
        (file[start + 510], file[start + 511]) = (UInt8(truncatingIfNeeded: 0 &- sum), UInt8((0 &- sum) >> 8))
    }
}
