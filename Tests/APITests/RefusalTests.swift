import Runtime
import Testing

@testable import API

@Suite("Refusals in the log")
struct RefusalTests {
    @Test("are told ten at once and one a minute then, each reason for itself, with how many were left out")
    func tally() {
        var tally = RefusalTally()
        var told = 0
        for number in 0..<1000 {
            let line = tally.count(.malformedHead, trace: "\(number)", status: 400, at: .zero)
            if let line {
                #expect(line == .init(reason: .malformedHead, trace: "\(number)", status: 400))
                told += 1
            }
        }
        #expect(told == 10)
        #expect(tally.count(.noPlace, at: .zero) == .init(reason: .noPlace))
        #expect(tally.leftOut(at: .seconds(59)).isEmpty)
        let line = tally.count(.malformedHead, trace: "x", status: 400, at: .seconds(60))
        #expect(line == .init(reason: .malformedHead, trace: "x", status: 400, untold: 990))
        #expect(tally.count(.malformedHead, at: .seconds(61)) == nil)
        // Nobody comes any more: it is told all the same.
        #expect(tally.leftOut(at: .seconds(119)).isEmpty)
        #expect(tally.leftOut(at: .seconds(120)) == [.init(reason: .malformedHead, untold: 1)])
        #expect(tally.leftOut(at: .seconds(900)).isEmpty)
    }

    @Test("lose none of the count, however many there are and whenever it ends")
    func sum() {
        var tally = RefusalTally()
        var (lines, sum) = (0, 0)
        for number in 0..<100_000 {
            let now = Duration.milliseconds(number)
            if let line = tally.count(Refusal.allCases[number % 3], trace: "x", at: now) {
                (lines, sum) = (lines + 1, sum + 1 + line.untold)
            }
            for line in tally.leftOut(at: now) { (lines, sum) = (lines + 1, sum + line.untold) }
        }
        for line in tally.leftOut(at: .seconds(100), isLast: true) { (lines, sum) = (lines + 1, sum + line.untold) }
        #expect(sum == 100_000 && lines < 45)
    }

    @Test(
        "have a reason for each status that a head is answered with",
        arguments: [400, 403, 413, 414, 429, 431, 503, 505])
    func statuses(status: Int) {
        #expect(Refusal(status: status).level == .info)
        #expect((Refusal(status: status) == .malformedHead) == (status == 400))
    }

    @Test("tell slow heads and bodies from connections that only had nothing more to ask")
    func delays() {
        var table = ConnectionTable(
            .init(count: 8, perAddress: 8, head: .seconds(1), idle: .seconds(1), body: .seconds(1), bodyRate: 1))
        let start = ContinuousClock.now
        for descriptor in Int32(1)...3 {
            _ = table.admit(descriptor, address: "", at: start)
            table.opened(descriptor)
        }
        table.headIsComplete(2, at: start)
        table.headIsComplete(3, at: start)
        table.isAnswering(3, at: start)
        table.isIdle(3, at: start)
        #expect(table.overdue(at: start + .seconds(9)) == [1, 2, 3])
        #expect([1, 2, 3].map { table.delay(of: $0) } == [.slowHead, .slowBody, nil])
        #expect(table.delay(of: 9) == nil)
    }
}
