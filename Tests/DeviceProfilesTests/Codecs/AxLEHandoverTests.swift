import Signals
import Testing

@testable import DeviceProfiles

/// A band as its firmware answers: a ring of blocks, a read index that moves with each block, and no mercy with what it
/// does not know.
struct FirmwareBand {
    var seconds: Int64 = 1_700_000_000
    var active = 5
    var index = 0
    var said: [String] = []
    /// Blocks that cannot be read.
    var broken: Set<Int> = []

    static func block(_ number: Int, epochs: Int = 60, ending: Int64 = 1_700_000_000) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 512)
        func put(_ value: UInt64, _ count: Int, _ at: Int) {
            for byte in 0..<count { bytes[at + byte] = UInt8(truncatingIfNeeded: value >> (8 * UInt64(byte))) }
        }
        put(UInt64(number), 2, 0)
        put(UInt64(epochs * 8), 2, 2)
        put(UInt64(ending - Int64(epochs - 1) * 60), 4, 4)
        put(60, 2, 10)
        for epoch in 0..<epochs {
            bytes[30 + 8 * epoch] = 80
            bytes[31 + 8 * epoch] = 31
            put(UInt64(number * 100 + epoch), 4, 34 + 8 * epoch)
        }
        let sum = stride(from: 0, to: 510, by: 2).reduce(UInt16(0)) {
            $0 &+ (UInt16(bytes[$1]) | UInt16(bytes[$1 + 1]) << 8)
        }
        put(UInt64(0 &- sum), 2, 510)
        return bytes
    }

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The number of the block in a place of the ring.
    func number(at place: Int) -> Int { (0..<active).last { $0 % 128 == place } ?? 0xFFFF }

    /// What it answers to a line.
    mutating func answer(_ line: String) -> String {
        said.append(line)
        switch line.first {
        case "T": return "T:\(seconds)\r\n"
        case "Q", "W":
            if line.first == "W" {
                // Two bytes, the lower first.
                let number = Int(line.dropFirst().prefix(4), radix: 16) ?? 0
                index = number >> 8 | (number & 0xFF) << 8
            }
            return "T:\(seconds)\r\nB:\(active)\r\nE:12\r\nN:1699999000\r\nC:\(min(active, 128))\r\nI:\(index)\r\n"
        case "R":
            let number = number(at: index)
            var text = Self.hex(Self.block(number, ending: seconds - Int64(active - number) * 3600))
            if broken.contains(number) { text = "ff" + text.dropFirst(2) }
            index = (index + 1) % 128
            return text + "\r\n"
        default: return "!\r\n"
        }
    }
}

@Suite
struct AxLEHandoverTests {
    /// Runs a talk to its end; `isDurable` is asked for each block.
    private func run(
        _ talk: inout AxLEHandover, _ band: inout FirmwareBand, isDurable: (AxLEBlock) -> Bool = { _ in true }
    )
        -> [AxLEBlock]
    {
        var kept: [AxLEBlock] = []
        var actions = talk.begin()
        while !actions.isEmpty {
            switch actions.removeFirst() {
            case .say(let line): actions += talk.take(Array(band.answer(line).utf8))
            case .acknowledge(let index):
                let (low, high) = (UInt8(index & 0xFF), UInt8(index >> 8))
                actions += talk.take(Array(band.answer("W" + FirmwareBand.hex([low, high])).utf8))
            case .keep(let block):
                guard isDurable(block) else { return kept }
                kept.append(block)
                actions += talk.kept()
            case .end: break
            }
        }
        return kept
    }

    @Test func `everything is taken over the first time, oldest first, and nothing that wipes is said`() {
        var band = FirmwareBand(active: 5)
        var talk = AxLEHandover(isFirst: true)
        let blocks = run(&talk, &band)
        #expect(blocks.map(\.number) == [0, 1, 2, 3, 4] && talk.isOver && band.index == 5)
        #expect(blocks[0].epochs.count == 60 && blocks[1].epochs[3].motion == 103)
        #expect(band.said.allSatisfy { "TQRW".contains($0.first ?? "?") })
        #expect(talk.progress == .init(done: 5, total: 5) && talk.bandSeconds == 1_700_000_000)
        // The last thing said is that all before block 5 is kept.
        #expect(band.said.last == "W0500")
    }

    @Test func `a ring that has gone round is read from its oldest block`() {
        var band = FirmwareBand(active: 300)
        band.index = 17
        var talk = AxLEHandover(isFirst: true)
        let blocks = run(&talk, &band)
        #expect(blocks.map { Int($0.number) } == Array(173..<300))
        #expect(band.index == 300 % 128)
    }

    @Test func `only what is new is read the next time, and the last block once more`() {
        var band = FirmwareBand(active: 9)
        band.index = 6
        var talk = AxLEHandover(isFirst: false)
        #expect(run(&talk, &band).map(\.number) == [5, 6, 7, 8])
        #expect(band.index == 9)
        // Nothing is new: the last one is read again, which takes nothing away.
        var again = AxLEHandover(isFirst: false)
        #expect(run(&again, &band).map(\.number) == [8] && band.index == 9)
    }

    @Test func `a block is acknowledged only once it is kept`() {
        var band = FirmwareBand(active: 6)
        var talk = AxLEHandover(isFirst: true)
        let blocks = run(&talk, &band) { $0.number < 3 }
        #expect(blocks.map(\.number) == [0, 1, 2] && !talk.isOver)
        #expect(band.said.last == "R", "block 3 was read and nothing was said of it")
        #expect(!band.said.contains("W0400"))
        // The band has moved its index on; the next talk goes back behind what was kept.
        #expect(band.index == 4)
        var next = AxLEHandover(isFirst: false)
        #expect(run(&next, &band).map(\.number) == [3, 4, 5])
    }

    @Test func `a block that cannot be read is passed over and counted`() {
        var band = FirmwareBand(active: 4)
        band.broken = [2]
        var talk = AxLEHandover(isFirst: true)
        #expect(run(&talk, &band).map(\.number) == [0, 1, 3] && talk.damaged == 1)
    }

    @Test func `nothing kept, a password that is wrong and nonsense end the talk`() {
        var band = FirmwareBand(active: 0)
        var talk = AxLEHandover(isFirst: true)
        #expect(run(&talk, &band).isEmpty && talk.isOver)
        var refused = AxLEHandover(isFirst: true)
        _ = refused.begin()
        #expect(refused.take(Array("!\r\n".utf8)) == [.end] && refused.isOver)
        for clock in [Int64.min, -1, 1 << 32, Int64.max] {
            var mad = AxLEHandover(isFirst: true)
            _ = mad.begin()
            #expect(mad.take(Array("T:\(clock)\r\n".utf8)) == [.say("Q")] && mad.bandSeconds == nil)
            #expect(mad.take(Array("B:70000\r\nI:\(clock)\r\n".utf8)) == [.end])
        }
        var far = AxLEHandover(isFirst: false)
        _ = far.begin()
        #expect(far.take(Array("T:1\r\nB:3\r\nI:\(Int64.min)\r\n".utf8)) == [.say("Q"), .acknowledge(0)])
        var odd = AxLEHandover(isFirst: true)
        _ = odd.begin()
        #expect(odd.take([0xFF, 0x0A, 0x54, 0x3A]).isEmpty)
        #expect(odd.take(Array("9\r\nB:-1\r\nI:9\r\n".utf8)) == [.say("Q"), .end])
    }
}

@Suite
struct AxLEDialogueTests {
    private let now = Instant(nanoseconds: 1_700_000_000_000_000_000)

    private func dialogue(wanted: Set<Channel>? = nil, newest: Instant? = nil) throws -> AxLEDialogue? {
        let profile = try #require(ProfileLibrary(folders: []).profile("openmovement.axle"))
        return AxLEDialogue(
            DialogueContext(
                profile: profile, wanted: wanted, newest: newest,
                filling: WriteTemplate.Context(settings: SettingValues(profile), now: now)))
    }

    /// Answers as a band does until it is over; what was kept and said in the end.
    private func run(_ talk: inout AxLEDialogue, _ band: inout FirmwareBand, isDurable: Bool = true)
        -> (kept: [DialogueHistory], said: [String])
    {
        var kept: [DialogueHistory] = []
        var said: [String] = []
        var actions = talk.take(.began, at: now)
        while !actions.isEmpty {
            switch actions.removeFirst() {
            case .write(let write):
                #expect(write.characteristic == "6E400002-B5A3-F393-E0A9-E50E24DCCA9E" && write.mayBeSplit)
                let line = String(decoding: write.bytes, as: UTF8.self)
                #expect(line.hasSuffix("\r\n"))
                actions += talk.take(.value(Array(band.answer(String(line.dropLast(1))).utf8)), at: now)
            case .keep(let history):
                kept.append(history)
                actions = talk.take(isDurable ? .kept : .failed("The disk is full"), at: now)
            case .progress(let words, _): said.append(words)
            case .end: return (kept, said)
            default: break
            }
        }
        return (kept, said)
    }

    @Test func `blocks are handed on as samples of the past and acknowledged when they are durable`() throws {
        var band = FirmwareBand(active: 2)
        var talk = try #require(try dialogue())
        let (kept, said) = run(&talk, &band)
        #expect(kept.count == 2 && kept[0].times.count == 60 && kept.map(\.sequence) == [0, 1])
        #expect(kept[0].columns.map(\.channel) == [.counts, .steps, .temperature, .orientation])
        #expect(kept[1].columns[0].values[3] == 103 && said.last?.hasSuffix("block 2 of 2.") == true)
        #expect(band.said.last == "W0200")
    }

    @Test func `what cannot be kept is not acknowledged, and what is kept is not taken again`() throws {
        var band = FirmwareBand(active: 3)
        var talk = try #require(try dialogue())
        let (_, said) = run(&talk, &band, isDurable: false)
        #expect(said.last == "What it has kept was not all taken over: The disk is full.")
        #expect(band.said.filter { $0.hasPrefix("W") } == ["W0000"])
        var again = try #require(try dialogue(newest: now))
        var full = FirmwareBand(active: 3)
        #expect(run(&again, &full).kept.allSatisfy { $0.times.isEmpty })
    }

    @Test func `nobody is asked who is not wanted, and silence ends the talk`() throws {
        #expect(try dialogue(wanted: [.acceleration]) == nil)
        var talk = try #require(try dialogue())
        _ = talk.take(.began, at: now)
        #expect(talk.take(.timedOut, at: now).last == .end)
    }
}
