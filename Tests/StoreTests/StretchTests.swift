import Signals
import Testing

@testable import Store

@Suite("Stretches of kept samples")
struct StretchTests {
    @Test("are told from the first sample to the last, however late a part came")
    func stretches() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        func keep(_ seconds: [Int]) {
            store.append(
                SampleBatch(
                    device: Sample.device, channel: .heartRate, unit: .perMinute,
                    values: seconds.map { _ in 60 }, times: .stamped(seconds.map { Sample.second($0).nanoseconds }),
                    received: Sample.second(1000)))
        }
        func told(_ from: Int, _ to: Int, apart: Double) throws -> [[Int]] {
            try store.stretches(
                of: Sample.device, channel: .heartRate, in: Sample.second(from)..<Sample.second(to), apart: apart
            ).map { [$0.lowerBound, $0.upperBound].map { Int($0.seconds(since: Sample.origin).rounded()) } }
        }
        #expect(try told(0, 1000, apart: 10).isEmpty)
        keep([0, 2, 4, 6])
        keep([100, 102, 104])
        // From the device's own memory, afterwards.
        keep([50, 54, 58])
        try await store.flush()
        #expect(try told(0, 1000, apart: 10) == [[0, 6], [50, 58], [100, 104]])
        #expect(try told(3, 103, apart: 10) == [[4, 6], [50, 58], [100, 102]])
        #expect(try told(0, 1000, apart: 45) == [[0, 104]])
        keep([10, 14, 18, 22, 26, 30, 34, 38, 42, 46])
        try await store.flush()
        #expect(try told(0, 1000, apart: 10) == [[0, 58], [100, 104]])
        #expect(try told(0, 1000, apart: 0).count == 20)
        store.close()
    }
}
