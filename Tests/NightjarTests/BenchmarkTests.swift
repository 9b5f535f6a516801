import Testing

@testable import nightjar

@Suite("Built-in benchmarks")
struct BenchmarkTests {
    @Test("decode every sample of the generated recording")
    func decode() throws {
        #expect(try DecodeBenchmark().run().count == 18_000 * 120)
    }

    @Test("take half an hour of notifications through the pipeline and go on from there")
    func notification() throws {
        let benchmark = try NotificationBenchmark()
        #expect(try benchmark.run().count == 1800)
        #expect(try benchmark.run().count == 1800)
    }

    @Test("decode by profile and by hand to the same samples")
    func profile() throws {
        #expect(try ProfileBenchmark(.profile).run().count == 20_000 * 36)
        #expect(try ProfileBenchmark(.code).run().count == 20_000 * 36)
    }

    @Test("refuse a name that is none")
    func name() async throws {
        #expect(await CommandTable.run(["bench", "nothing"]) == 2)
    }
}
