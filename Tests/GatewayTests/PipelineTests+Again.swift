import Analysis
import Devices
import Foundation
import Runtime
import Signals
import Store
import Synchronization
import Testing

@testable import Gateway

extension PipelineTests {
    @Test("forgets at midnight what was lost the day before, and says so")
    func midnight() throws {
        let bench = try Bench()
        let loss = Loss(.damaged, count: 3, unit: .blocks, first: noon)
        bench.pipeline.deliver(.loss(loss), at: noon)
        bench.pipeline.deliver(.loss(Loss(.damaged, count: 2, unit: .blocks, first: noon + -86_400)), at: noon)
        #expect(bench.pipeline.status.lossesToday == [.damaged: 5])
        bench.pipeline.tick(at: noon + (12 * 3600 - 1))
        #expect(bench.pipeline.status.lossesToday == [.damaged: 5])
        bench.pipeline.tick(at: noon + 12 * 3600)
        #expect(bench.pipeline.status.lossesToday.isEmpty)
        guard case .device(let status)? = bench.seen.events.last else { throw Bench.Problem() }
        #expect(status.lossesToday.isEmpty)
    }

    @Test("publishes the rates of a device that sends intervals no more")
    func ratesAgain() throws {
        let bench = try Bench()
        for second in 1...30 { bench.pipeline.deliver(bench.beats([noon + second])) }
        for second in 31...200 { bench.pipeline.deliver(bench.rate(72, at: noon + second)) }
        #expect(bench.seen.hearts.last?.time == noon + 200)
        #expect(bench.seen.hearts.last?.window.heartRate.value == 72)
    }
}
