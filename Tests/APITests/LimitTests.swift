import Documents
import Foundation
import Testing

@testable import API

@Suite("Limits of requests")
struct LimitTests {
    @Test("let each address ask at once and then evenly")
    func buckets() {
        let limiter = RequestLimiter(perMinute: 60, burst: 3)
        let start = ContinuousClock.now
        #expect((0..<4).map { _ in limiter.wait("a", at: start) } == [nil, nil, nil, 1])
        #expect(limiter.wait("b", at: start) == nil)
        #expect(limiter.wait("a", at: start + .seconds(1)) == nil)
        #expect(limiter.wait("a", at: start + .seconds(1)) == 1)
    }

    @Test("are answered with 429 and the seconds to wait")
    func refused() async throws {
        let server = try TestServer { configuration in
            configuration.requestRate = (1, 2)
            configuration.limitsThisMachine = true
        }
        for _ in 0..<2 { #expect(try await server.get("/ping").hasPrefix("HTTP/1.1 200")) }
        let refused = try await server.get("/ping")
        #expect(refused.hasPrefix("HTTP/1.1 429") && refused.contains("Retry-After: "))
        #expect(refused.contains("rate-limit-exceeded") && refused.contains("\"suggested_action\":\"retry_later\""))
    }

    @Test("do not hold for this machine unless asked for")
    func local() async throws {
        let server = try TestServer { $0.requestRate = (1, 1) }
        for _ in 0..<3 { #expect(try await server.get("/ping").hasPrefix("HTTP/1.1 200")) }
    }

    @Test("figures for a monitor are in the text format of Prometheus")
    func metrics() async throws {
        let fixture = try GatewayFixture()
        fixture.wear(minutes: 2)
        let answer = try await fixture.ask("GET", "/metrics")
        #expect(answer.type == "text/plain; version=0.0.4; charset=utf-8")
        let lines = answer.body.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("nightjar_device_streaming{device=\"") })
        #expect(lines.contains("# TYPE nightjar_store_dropped_samples_total counter"))
        for line in lines where !line.hasPrefix("#") {
            #expect(Double(line.split(separator: " ").last ?? "") != nil, "\(line)")
        }
    }
}
