import Documents
import Foundation
import Testing

@testable import API

@Suite("The budget for bodies")
struct BodyBudgetTests {
    @Test("gives each caller a quarter at most, and all together the whole")
    func share() {
        let budget = BodyBudget(limit: 100)
        let people = (1...5).map { BodyBudget.Client.person($0) }
        #expect(!budget.take(26, for: people[0]) && budget.take(25, for: people[0]) && !budget.take(1, for: people[0]))
        for person in people[1...3] { #expect(budget.take(25, for: person)) }
        #expect(!budget.take(1, for: people[4]) && !budget.take(1, for: .address(nil)))
        budget.give(10, for: people[0])
        #expect(budget.take(10, for: .address("192.0.2.1")) && !budget.take(1, for: people[4]))
        budget.give(15, for: people[0])
        #expect(budget.take(15, for: people[4]) && !budget.take(Int.max, for: people[4]))
    }

    @Test("answers what is too much at one moment with 503 and when to come again, and takes small bodies always")
    func over() async throws {
        var router = Router()
        router.on(.post, "/take", body: .collected(limit: 4 << 20)) { request in .text("\(request.body.count)") }
        var configuration = HTTPServer.Configuration(address: ListenAddress(host: "127.0.0.1", port: 0))
        configuration.bodyBudget = 4 << 20
        let server = try HTTPServer(configuration, router: router)
        defer { server.stop() }
        let port = server.addresses[0].port
        func ask(_ count: Int, from host: UInt8 = 1) async throws -> String {
            let wire = try Wire(port: port, from: host)
            let head = "POST /take HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: \(count)\r\n\r\n"
            try await wire.send(Array(head.utf8) + [UInt8](repeating: 7, count: count))
            return try await wire.readAll()
        }
        // Again and again: what was taken is given back.
        for _ in 1...4 {
            let refused = try await ask(3 << 20)
            #expect(refused.hasPrefix("HTTP/1.1 503") && refused.contains("Retry-After: 5"), "\(refused)")
            let taken = try await ask(1 << 20)
            #expect(taken.hasPrefix("HTTP/1.1 200") && taken.hasSuffix("1048576"), "\(taken)")
        }
        // One that is still under way holds its part, and small ones pass all the same.
        // Of both at once either may be the one without room, so it is tried until the slow one was first.
        let head = "POST /take HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
        var slow = try Wire(port: port)
        var answer = ""
        for _ in 0..<200 where !answer.hasPrefix("HTTP/1.1 503") {
            slow = try Wire(port: port)
            try await slow.send(Array(head.utf8) + [UInt8](repeating: 7, count: 990_000))
            answer = try await ask(500_000)
        }
        #expect(answer.hasPrefix("HTTP/1.1 503"), "\(answer)")
        let other = try await ask(500_000, from: 2)
        #expect(other.hasPrefix("HTTP/1.1 200"), "\(other)")
        let small = try await ask(BodyBudget.free)
        #expect(small.hasPrefix("HTTP/1.1 200"), "\(small)")
        try await slow.send([UInt8](repeating: 7, count: 10_000))
    }
}
