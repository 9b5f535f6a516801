import Signals
import Testing

@testable import Store

@Suite("Sealing")
struct SealingTests {
    private static let day = 86_400

    @Test("seals old and new data that come in turns apart, so that looking for a batch meets its own time only")
    func turns() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        for _ in 0..<2 {
            for second in 0..<300 {
                store.append(try Sample.motion(second))
                store.append(try Sample.motion(second + Self.day))
                store.append(Sample.rate(second))
                store.append(Sample.rate(second + Self.day))
            }
            try await store.flush()
        }
        store.close()
        let connection = try Connection(path: folder.database, access: .reading)
        let second: Int64 = 1_000_000_000
        #expect(try connection.integer("SELECT max(longest) FROM stream").map { $0 < 310 * second } == true)
        #expect(try connection.integer("SELECT max(end - start) FROM raw_block").map { $0 < 310 * second } == true)
        // No instant lies in two blocks of a stream: one at most is opened for a batch.
        let shared = try connection.integer(
            """
            SELECT count(*) FROM raw_block AS a JOIN raw_block AS b
            ON a.stream = b.stream AND a.id < b.id AND a.start <= b.end AND b.start <= a.end
            """)
        #expect(shared == 0)
        // Blocks are worth their while, and nothing is there twice.
        #expect(try connection.integer("SELECT count(*) FROM raw_block").map { (8...120).contains($0) } == true)
        let samples = try connection.integer(
            "SELECT (SELECT sum(samples) FROM raw_block) + (SELECT ifnull(sum(samples), 0) FROM raw_batch)")
        #expect(try #require(samples) == 30_600)
    }

    @Test("cuts at holes that are long for the stream, and leaves rare samples together")
    func runs() {
        let dense = ((0..<50).map { $0 } + (4000..<4050).map { $0 }).map { Sample.rate($0) }
        #expect(dense.runs.map(\.count) == [50, 50])
        let rare = (0..<20).map { Sample.rate($0 * 900) }
        #expect(rare.runs.map(\.count) == [20])
        #expect([SampleBatch]().runs.isEmpty)
        let wild = [Int64.min, 0, .max].map { stamp in
            SampleBatch(
                device: Sample.device, channel: .heartRate, unit: .perMinute, values: [1], times: .stamped([stamp]),
                received: Sample.origin)
        }
        #expect(wild.runs.flatMap { $0 } == wild)
    }
}
