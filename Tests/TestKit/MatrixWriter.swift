/// Writes Matrix recordings: remarks, a header and packets with their checksums.
package struct MatrixWriter {
    /// Packets that the header promises; nil for as many as there are.
    package var promised: Int?
    private var packets: [[UInt8]] = []

    /// An empty recording of 8 g and 2000 degrees per second.
    package init() {}

    /// Adds a packet from `begins` to `ends`, in seconds since 1970.
    package mutating func packet(
        _ begins: Int, _ ends: Int, accelerations: [[Int]], rotations: [[Int]] = [], temperatures: [[Int]] = [],
        heartRates: [[Int]] = []
    ) {
        var body = little(begins, 4) + little(ends, 4)
        for group in [accelerations, rotations, temperatures, heartRates] { body += little(group.count, 4) }
        for sample in accelerations + rotations + temperatures + heartRates {
            for value in sample { body += little(value, 2) }
        }
        packets.append(Array("MDTCPACK".utf8) + little(Int(crc32(of: body)), 4) + body)
    }

    /// The file.
    package var bytes: [UInt8] {
        [UInt8](repeating: 0, count: 512) + Array("MDTC".utf8) + little(promised ?? packets.count, 4) + little(8, 2)
            + little(2000, 2) + packets.flatMap { $0 }
    }
}
