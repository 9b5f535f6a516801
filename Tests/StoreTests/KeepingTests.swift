import Signals
import Store
import Testing

@Suite("Keeping")
struct KeepingTests {
    @Test("gives raw samples back to the same bits, from tail and blocks, after reopening", arguments: Medium.allCases)
    func rawBits(medium: Medium) async throws {
        let folder = try TemporaryFolder(medium)
        let motion = try (0..<95).map { try Sample.motion($0) }
        let rates = (0..<95).map { Sample.rate($0) }
        do {
            let store = try Store(on: folder.medium)
            for batch in motion + rates { store.append(batch) }
            try await store.flush()
            store.close()
        }
        let store = try Store(on: folder.medium)
        let found = try store.raw(
            of: Sample.device, channel: .acceleration, from: Sample.origin, to: Sample.second(95))
        #expect(found.map(\.bits) == motion.map(\.bits))
        #expect(found.map(\.outline) == motion.map(\.outline))
        let heart = try store.raw(of: Sample.device, channel: .heartRate, from: Sample.origin, to: Sample.second(95))
        #expect(heart == rates)
    }

    @Test("cuts batches at the ends of the range", arguments: Medium.allCases)
    func rawRange(medium: Medium) async throws {
        let folder = try TemporaryFolder(medium)
        let store = try Store(on: folder.medium)
        for second in 0..<70 { store.append(try Sample.motion(second)) }
        try await store.flush()
        let from = Sample.second(29).advanced(byNanoseconds: 500_000_000)
        let found = try store.raw(of: Sample.device, channel: .acceleration, from: from, to: Sample.second(31))
        #expect(found.map(\.count) == [25, 50])
        #expect(found.first?.times.instant(at: 0) == from)
        #expect(found.first?.bits == Array(try Sample.motion(29).bits[75...]))
    }

    @Test("keeps nothing twice when everything is given again", arguments: Medium.allCases, [UInt64(1), 2, 3])
    func replay(medium: Medium, seed: UInt64) async throws {
        let folder = try TemporaryFolder(medium)
        var generator = SeededGenerator(seed)
        let store = try Store(on: folder.medium)
        let motion = try (0..<120).map { try Sample.motion($0) }
        for _ in 0..<3 {
            // In any order, and across the border between tail and blocks.
            for batch in motion.shuffled(using: &generator) {
                store.append(batch)
                if Int.random(in: 0..<40, using: &generator) == 0 { try await store.flush() }
            }
            store.append(Sample.beats(0..<50), device: Sample.device)
            store.append(Sample.epochs(0..<50), device: Sample.device)
            store.append([Loss(.gap, count: 3, unit: .seconds, first: Sample.second(4))], device: Sample.device)
        }
        try await store.flush()
        let found = try store.raw(
            of: Sample.device, channel: .acceleration, from: Sample.origin, to: Sample.second(120))
        #expect(found.map(\.sequence).sorted { ($0 ?? 0) < ($1 ?? 0) } == motion.map(\.sequence))
        #expect(found.reduce(0) { $0 + $1.count } == 120 * 50)
        #expect(
            try store.beats(of: Sample.device, from: Sample.origin, to: Sample.second(90)) == Sample.beats(0..<50))
        #expect(
            try store.epochs(of: Sample.device, seconds: 30, from: Sample.origin, to: Sample.second(1500))
                == Sample.epochs(0..<50))
        #expect(try store.losses(of: Sample.device, from: Sample.origin, to: Sample.second(90)).count == 1)
        #expect(store.status.duplicates == 2 * (120 + 50 + 50 + 1))
    }

    @Test("settles a provisional beat and never unsettles one", arguments: Medium.allCases)
    func settling(medium: Medium) async throws {
        let folder = try TemporaryFolder(medium)
        let store = try Store(on: folder.medium)
        store.append(Sample.beats(0..<3, provisional: true), device: Sample.device)
        store.append([Beat(time: Sample.second(1), rr: 1000, label: .ectopic)], device: Sample.device)
        store.append(Sample.beats(0..<3, provisional: true), device: Sample.device)
        try await store.flush()
        let beats = try store.beats(of: Sample.device, from: Sample.origin, to: Sample.second(9))
        #expect(beats.map(\.isProvisional) == [true, false, true])
        #expect(beats.map(\.label) == [.normal, .ectopic, .normal])
    }

    @Test(
        "keeps the fuller half of an epoch that a crash cut in two, in whatever order they come",
        arguments: Medium.allCases, [true, false])
    func fullerEpoch(medium: Medium, reversed: Bool) async throws {
        let folder = try TemporaryFolder(medium)
        let store = try Store(on: folder.medium)
        let start = Sample.second(0)
        let halves = [
            Epoch(start: start, seconds: 30, motion: .init(samples: 900, enmo: 1, mad: 2, angleZ: 3)),
            Epoch(
                start: start, seconds: 30, motion: .init(samples: 600, enmo: 4, mad: 5, angleZ: 6),
                heart: .init(beats: 12, rate: 61)),
        ]
        store.append(reversed ? halves.reversed() : halves, device: Sample.device)
        try await store.flush()
        let found = try store.epochs(of: Sample.device, seconds: 30, from: start, to: Sample.second(1))
        #expect(found.map(\.motion) == [halves[0].motion])
        #expect(found.map(\.heart) == [halves[1].heart])
    }

    @Test(
        "gives every epoch back to the same bits, however many there are", arguments: [0, 1, 255, 256, 257, 512, 1500])
    func epochBits(count: Int) async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let origin = Sample.second(0)
        let kept = (0..<count).map { (index: Int) -> Epoch in
            let start = origin.advanced(byNanoseconds: Int64(index) * 30_000_000_000)
            var epoch = Epoch(start: start, seconds: 30)
            if index % 7 != 3 {
                let angle: Double = index % 5 == 0 ? 0 : -0.1
                epoch.motion = .init(samples: index % 3, enmo: Double(index) / 7, mad: 0, angleZ: angle)
            }
            if index % 4 == 1 { epoch.heart = .init(beats: index % 2, rate: index % 8 == 1 ? 0 : 61.5) }
            return epoch
        }
        // One of another length and one of another device are no part of them.
        store.append(kept + [Epoch(start: origin, seconds: 60)], device: Sample.device)
        store.append(kept.prefix(1).map { $0 }, device: DeviceID(rawValue: "another"))
        try await store.flush()
        let end = origin.advanced(bySeconds: Double(count) * 30)
        let found = try store.epochs(of: Sample.device, seconds: 30, from: origin, to: end)
        #expect(found == kept)
        let middle = origin.advanced(bySeconds: 30)
        #expect(
            try store.epochs(of: Sample.device, seconds: 30, from: middle, to: end.advanced(bySeconds: -1))
                == kept.dropFirst().map { $0 })
        var seen = 0
        #expect(throws: Failure.self) {
            try store.forEachEpoch(of: Sample.device, seconds: 30, from: origin, to: end.advanced(bySeconds: 30)) { _ in
                seen += 1
                if seen == max(1, count) { throw Failure(.failed, "enough") }
            }
            if count == 0 { throw Failure(.failed, "there are none") }
        }
        #expect(seen == count)
    }

    @Test("says when a receipt is durable and how far a device is on disk", arguments: Medium.allCases)
    func watermark(medium: Medium) async throws {
        let folder = try TemporaryFolder(medium)
        let store = try Store(on: folder.medium, options: .init(commitDelay: .seconds(60)))
        let receipt = try #require(store.append(try Sample.motion(7)))
        #expect(!store.isDurable(receipt))
        #expect(store.watermarks[Sample.device] == nil)
        try await store.flush()
        #expect(store.isDurable(receipt))
        let last = Sample.second(7).advanced(byNanoseconds: 980_000_000)
        #expect(store.watermarks[Sample.device]?.latest == last)
    }

    @Test("knows devices by what they say of themselves", arguments: Medium.allCases)
    func devices(medium: Medium) async throws {
        let folder = try TemporaryFolder(medium)
        let store = try Store(on: folder.medium)
        let identity = DeviceIdentity(maker: "Acme", model: "Strap", serial: "1", firmware: "2.0")
        store.append(Sample.rate(0))
        store.register(identity, isSynthetic: true, seen: Sample.second(5))
        store.append(Sample.rate(60))
        try await store.flush()
        let device = try #require(try store.devices().first)
        #expect(device.id == Sample.device)
        #expect(device.identity == identity)
        #expect(device.isSynthetic)
        #expect(device.firstSeen == Sample.origin)
        #expect(device.lastSeen == Sample.second(60))
    }

    @Test(
        "keeps the mark of a device whose live samples are a preview until somebody who knows takes it off",
        arguments: Medium.allCases)
    func previewMark(medium: Medium) async throws {
        let folder = try TemporaryFolder(medium)
        let store = try Store(on: folder.medium)
        let identity = DeviceIdentity(maker: "Acme", model: "Recorder", serial: "1")
        func isMarked() async throws -> Bool? {
            try await store.flush()
            return try store.devices().first?.isPreview
        }
        store.register(identity)
        #expect(try await isMarked() == false)
        store.register(identity, isPreview: true)
        #expect(try await isMarked() == true)
        store.register(identity)
        #expect(try await isMarked() == true)
        store.register(identity, isPreview: false)
        #expect(try await isMarked() == false)
    }
}
