import Foundation
import Signals
import Testing

@testable import Recordings

@Suite("What archives may unpack to")
struct UnpackBudgetTests {
    @Test("grows with the archive, is never more than half of what is free, and lets honest recordings pass")
    func limits() {
        let mebi = 1 << 20
        #expect(UnpackBudget.limit(packed: 10 * mebi, limit: 8 << 30) == 1256 * mebi)
        // A week of 100 Hz, and a long table of text.
        #expect(UnpackBudget.limit(packed: 200 * mebi, limit: 8 << 30) == 8 << 30)
        #expect(UnpackBudget.limit(packed: 20 * mebi, limit: 8 << 30) > 20 * 60 * mebi)
        #expect(UnpackBudget.limit(packed: 200 * mebi, limit: 8 << 30, free: 1 << 30) == 512 * mebi)
        #expect(UnpackBudget.limit(packed: .max, limit: 8 << 30) == 8 << 30)
        #expect(UnpackBudget.limit(packed: -1, limit: 8 << 30, free: 0) == 0)
    }

    @Test("ends a bomb early with a reason that says what to do", arguments: ["gz", "zip"])
    func bomb(_ kind: String) throws {
        let path = NSTemporaryDirectory() + "nj-bomb-\(UUID()).\(kind)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let maker = Process()
        maker.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        maker.arguments = [
            "-c",
            """
            import gzip, sys, zipfile
            path, piece = sys.argv[1], bytes(1 << 20)
            if path.endswith("gz"):
                with gzip.open(path, "wb", 1) as file:
                    for _ in range(600): file.write(piece)
            else:
                with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
                    with archive.open("bomb.csv", "w") as file:
                        for _ in range(600): file.write(piece)
            """, path,
        ]
        try maker.run()
        maker.waitUntilExit()
        // 600 MiB in some 3 MB are 200 to 1.
        let packed = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        #expect(UnpackBudget.limit(packed: packed, limit: 8 << 30) < 600 << 20)
        let failure = #expect(throws: Failure.self) { try RecordingFile.open(path: path) }
        #expect(failure?.message.contains("free some space") == true, "\(failure?.message ?? "")")
    }
}
