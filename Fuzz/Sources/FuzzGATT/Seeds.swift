import Fuzzing

/// Sound dialogues for the fuzzer to start from.
enum Seeds {
    static func save(_ seeds: inout SeedFolder) {
        var strap = discovery(hash: nil)
        seeds.save(strap)
        strap += event(10, "0c") + event(3, "41") + event(0, "1b 0c00 163c1104")
        strap += event(1, "1d 0c00 f0") + event(9, "1f")
        seeds.save(strap)
        seeds.save(discovery(hash: "00112233445566778899aabbccddeeff"))
        // A long write, prepared and repeated; security; a search; a request taken back; the peer's own questions.
        let write = event(11, "0f 03 01 02 03 04 05 06 07 08")
        seeds.save(discovery(hash: nil) + write + event(4, "0f00 0000 0301020304050607080301020304050607 08 03"))
        seeds.save(discovery(hash: nil) + event(10, "0c") + event(8, "0f") + [0x1E] + event(3, "41"))
        seeds.save(discovery(hash: nil) + event(10, "0c") + event(8, "05") + [0x0E])
        seeds.save(discovery(hash: nil) + event(12, "0d18") + event(3, "0100 0500") + event(8, "0a"))
        seeds.save(discovery(hash: nil) + event(10, "0c") + event(10, "0d") + event(13, "00") + [0xFF])
        seeds.save(
            [60] + event(0, "02 1700") + event(0, "06 0100 ffff 0028 0518") + event(0, "08 0100 ffff 0328")
                + event(0, "0a 0900") + event(0, "04 0100 ffff") + event(0, "20 0300 0500") + event(0, "12 0a00 0100"))
    }

    /// A session up to the point where everything is discovered.
    private static func discovery(hash: String?) -> [UInt8] {
        var bytes: [UInt8] = [123]
        bytes += event(3, "1700")
        bytes += hash.map { event(3, "12 2000 " + $0) } ?? event(8, "0a")
        bytes += event(3, "06 0100 0500 0018 0a00 1000 0d18") + event(8, "0a")
        if hash == nil { bytes += event(3, "07 0300 332e322e37") }
        bytes += event(3, "07 0200 02 0300 002a") + event(8, "0a") + event(8, "0a")
        bytes += event(3, "07 0b00 10 0c00 372a 0e00 08 0f00 392a") + event(8, "0a")
        bytes += event(3, "01 0d00 0229") + event(8, "0a")
        return bytes
    }

    private static func event(_ kind: UInt8, _ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        return [kind, UInt8(bytes.count)] + bytes
    }
}
