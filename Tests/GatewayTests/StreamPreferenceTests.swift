import Devices
import Signals
import Testing

@testable import Gateway

@Suite("Which device speaks for a person")
struct StreamPreferenceTests {
    private typealias Candidate = StreamPreference.Candidate

    private func candidate(
        _ name: String, delivers: Bool = true, intervals: Bool = true, kind: DeviceDescription.Kind = .wristband,
        losses: Int = 0, rssi: Int? = nil
    ) -> Candidate {
        Candidate(
            device: DeviceID(rawValue: name), delivers: delivers, hasIntervals: intervals, kind: kind, losses: losses,
            rssi: rssi)
    }

    private func choose(
        _ candidates: [Candidate], chosen: String? = nil, speaking: String? = nil, group: StreamGroup = .heart
    ) -> String? {
        let choices = [candidates, candidates.reversed()].map {
            StreamPreference.choose(
                among: $0, group: group, chosen: chosen.map(DeviceID.init(rawValue:)),
                speaking: speaking.map(DeviceID.init(rawValue:)))?.rawValue
        }
        // The order in which devices are asked decides nothing.
        #expect(choices[0] == choices[1])
        return choices[0]
    }

    @Test("the one with intervals, then the chest strap, then fewer losses, then the stronger signal, then by name")
    func rule() {
        let rates = candidate("a", intervals: false, kind: .heartRateStrap)
        #expect(choose([rates, candidate("b")]) == "b")
        #expect(choose([candidate("b"), candidate("c", kind: .heartRateStrap)]) == "c")
        #expect(choose([candidate("b", losses: 3), candidate("c", losses: 2)]) == "c")
        #expect(choose([candidate("b", rssi: -80), candidate("c", rssi: -60), candidate("a")]) == "c")
        #expect(choose([candidate("b"), candidate("a")]) == "a")
        #expect(choose([]) == nil)
    }

    @Test("for movement intervals say nothing")
    func motion() {
        let strap = candidate("strap", intervals: false, kind: .heartRateStrap)
        #expect(choose([strap, candidate("band")], group: .motion) == "strap")
    }

    @Test("stays while it delivers, whatever losses and signal do, and gives way to a better kind")
    func steady() {
        let speaking = candidate("b", losses: 500, rssi: -95)
        #expect(choose([speaking, candidate("c", rssi: -40)], speaking: "b") == "b")
        #expect(choose([speaking, candidate("c", kind: .heartRateStrap)], speaking: "b") == "c")
        #expect(choose([candidate("b", delivers: false), candidate("c")], speaking: "b") == "c")
    }

    @Test("the owner's choice goes before all, while it delivers")
    func chosen() {
        let best = candidate("best", kind: .heartRateStrap)
        #expect(choose([best, candidate("mine", intervals: false)], chosen: "mine", speaking: "best") == "mine")
        #expect(choose([best, candidate("mine", delivers: false)], chosen: "mine", speaking: "mine") == "best")
    }

    @Test("nothing jumps while none delivers")
    func pause() {
        let all = [candidate("a", delivers: false), candidate("b", delivers: false)]
        #expect(choose(all, speaking: "b") == "b")
        #expect(choose(all) == "a")
    }
}
