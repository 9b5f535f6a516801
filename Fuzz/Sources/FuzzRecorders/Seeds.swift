import Glibc
import TestKit

/// Small sound recordings of every kind for the fuzzer to start from.
enum Seeds {
    /// Writes them into `folder`, which must be there.
    static func write(to folder: String) {
        var recorder = GT3XWriter()
        recorder.rate = 4
        for second in 0..<6 { recorder.words(1_568_745_600 + second) { _ in (1, 2, 3) } }
        recorder.append(3, 1_568_745_606, [8])
        recorder.append(13, 1_568_745_607, [1, 2, 3, 4, 1, 200])
        recorder.append(14, 1_568_745_608, [16, 72, 0, 4])
        recorder.words(1_568_745_620) { _ in (1, 2, 3) }
        save(.archive, recorder.bytes, folder)
        save(.log, recorder.log, folder)
        save(
            .records, [26, 1, 24] + [UInt8](repeating: 1, count: 24) + [3, 1, 1, 8, 3, 20, 1, 9, 2, 0, 2, 1, 16], folder
        )
        save(.stream, [UInt8](repeating: 0x12, count: 90), folder)
        var pages = GENEActivWriter()
        pages.page("2025-01-11 11:10:00:000", samples: Array(repeating: (1, 2, 3, 4, true), count: 300))
        pages.page("2025-01-11 11:10:06:000", samples: Array(repeating: (1, 2, 3, 4, false), count: 20))
        save(.pages, pages.bytes, folder)
        var packets = MatrixWriter()
        packets.packet(
            1_700_000_000, 1_700_000_010, accelerations: [[1, 2, 3], [4, 5, 6]], rotations: [[1, 2, 3]],
            temperatures: [[1, 2]], heartRates: [[1, 60]])
        packets.packet(1_700_000_010, 1_700_000_020, accelerations: [[1, 2, 3], [4, 5, 6]])
        save(.packets, packets.bytes, folder)
        save(.sealedPackets, packets.bytes, folder)
        save(.epochs, Array("a\n01-Oct-2009\n17:00\n4\n0\nT1\nM\n0 , 1,5\n3 , 2 M\n7\n".utf8), folder)
        save(
            .export,
            Array(
                "\"Actiware\"\n\"Zone:\",\"+01:00\"\nLine,Date,Time,Activity,Marker,Sleep/Wake\n1,1/2/2015,10:00:00,1,0,1\n2,1/2/2015,10:01,2,1,NaN\n"
                    .utf8), folder)
        save(
            .markup,
            Array(
                "<motionfile><property><name>=StartTime</name><content>2018-05-23 17:30:00</content></property><channel><name>motion</name><epoch>5</epoch><data>1,2</data></channel></motionfile>"
                    .utf8), folder)
        let known =
            [
                MadeRecorders.wav(frames: (0..<9).map { [$0, 1, 2] }, unavailable: 3..<5),
                MadeRecorders.genea(seconds: [(1_700_000_000, 8), (1_700_000_001, 8)], early: 3, rate: 8),
                MadeRecorders.actiGraph(rows: ["0.1,0.2,1", "0.1,0.2,1"]),
                MadeRecorders.actiGraph(rows: ["1,2,3,4", "1,2,3,4"], epoch: "00:00:10", mode: 13),
                MadeRecorders.actical, MadeRecorders.daqtometer, MadeRecorders.tempatilumi,
            ] + MadeRecorders.axivity + MadeRecorders.nhanes
        for (index, bytes) in known.enumerated() { save(.known, bytes, folder, index) }
        save(.samples, MadeRecorders.table, folder)
        save(.counts, MadeRecorders.table, folder)
    }

    private static func save(_ kind: Shaping.Kind, _ bytes: [UInt8], _ folder: String, _ number: Int = 0) {
        guard let file = fopen("\(folder)/seed-\(kind.rawValue)-\(number)", "w") else { return }
        let input = [kind.rawValue] + bytes
        fwrite(input, 1, input.count, file)
        fclose(file)
    }
}
