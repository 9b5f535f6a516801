import Signals
import Store
import Testing

@Suite("Charts")
struct ChartTests {
    @Test(
        "gives at most as many points as asked for, with peaks that do not drown in means",
        arguments: [1, 7, 100, 5000])
    func points(most: Int) async throws {
        let folder = try TemporaryFolder(.memory)
        let store = try Store(folder: folder.path)
        let epochs = Sample.epochs(0..<1000)
        store.append(epochs, device: Sample.device)
        try await store.flush()
        let (from, to) = (Sample.origin, Sample.second(30_000))
        let chart = try store.chart(of: Sample.device, from: from, to: to, points: most)
        #expect(chart.count <= most)
        #expect(chart.reduce(0) { $0 + $1.epochs } == 1000)
        #expect(chart.compactMap { $0.enmo?.greatest }.max() == 0.999)
        for point in chart {
            let inside = epochs.filter {
                $0.start >= point.start && $0.start.seconds(since: point.start) < Double(point.seconds)
            }
            #expect(point.epochs == inside.count)
            let enmo = inside.compactMap(\.motion?.enmo)
            #expect(point.enmo?.least == enmo.min())
            let mean = enmo.reduce(0, +) / Double(enmo.count)
            #expect(abs((point.enmo?.mean ?? .nan) - mean) < 1e-12)
            #expect(point.heartRate?.count == inside.compactMap(\.heart).count || point.heartRate == nil)
        }
    }

    @Test("reads the longest epochs that fit a point, and leaves holes out")
    func lengths() async throws {
        let folder = try TemporaryFolder(.memory)
        let store = try Store(folder: folder.path)
        store.append(Sample.epochs(0..<600, seconds: 5), device: Sample.device)
        store.append(Sample.epochs(0..<50, seconds: 60), device: Sample.device)
        store.append(Sample.epochs(90..<100, seconds: 60), device: Sample.device)
        try await store.flush()
        #expect(try store.epochLengths(of: Sample.device) == [5, 60])
        let coarse = try store.chart(of: Sample.device, from: Sample.origin, to: Sample.second(6000), points: 50)
        #expect(coarse.map(\.epochs) == Array(repeating: 2, count: 30))
        #expect(coarse.last?.start == Sample.second(98 * 60))
        let fine = try store.chart(of: Sample.device, from: Sample.origin, to: Sample.second(100), points: 10)
        #expect(fine.map(\.epochs) == Array(repeating: 2, count: 10))
        let wild = try store.chart(
            of: Sample.device, from: Instant(nanoseconds: .min), to: Instant(nanoseconds: .max), points: 1)
        #expect(wild.count <= 2)
    }

    @Test("is empty for an unknown device, an empty range and no points")
    func nothing() throws {
        let folder = try TemporaryFolder(.memory)
        let store = try Store(folder: folder.path)
        let (from, to) = (Sample.origin, Sample.second(60))
        #expect(try store.chart(of: Sample.device, from: from, to: to, points: 9).isEmpty)
        #expect(try store.chart(of: Sample.device, from: to, to: from, points: 9).isEmpty)
        #expect(try store.chart(of: Sample.device, from: from, to: to, points: 0).isEmpty)
    }
}
