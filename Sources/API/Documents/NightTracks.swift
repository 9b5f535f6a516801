import Analysis
import Documents
import Gateway
import Runtime
import Signals
import Store

/// The tracks of a night page on one even grid, null where there is nothing.
struct NightTracks {
    private let view: NightView
    private let start: Instant
    private let seconds: Int
    private let count: Int

    init(_ view: NightView) {
        self.view = view
        let window = view.night.window
        // Counts come by the minute at best comparable, movement by the half minute.
        seconds = view.counts.isEmpty ? view.epochs.first?.seconds ?? 60 : 60
        start = window.lowerBound
        count = max(0, Int(window.upperBound.seconds(since: start)) / seconds)
    }

    /// The tracks, to three decimals.
    var document: NightDocument.Tracks {
        let epochs = grid(view.epochs.filter { $0.seconds == seconds }, at: \.start) { $1 }
        var tracks = NightDocument.Tracks()
        (tracks.start, tracks.epoch) = (start, seconds)
        tracks.enmo = Self.track(epochs.map { $0?.motion.map { $0.enmo * 1000 } })
        tracks.angle = Self.track(epochs.map { $0?.motion?.angleZ })
        tracks.rate = Self.track(epochs.map { $0?.heart?.rate })
        tracks.counts = Self.track(grid(view.counts, at: \.start) { ($0 ?? 0) + $1.count })
        tracks.load = Self.track(grid(view.readings, at: \.time) { $1.isStale ? $0 : $1.load ?? $0 })
        tracks.wear = Self.track(wear)
        return tracks
    }

    /// Nil when there is nothing at all in it.
    private static func track(_ values: [Double?]) -> [Double?]? {
        guard values.contains(where: { $0 != nil }) else { return nil }
        return values.map { $0.map { ($0 * 1000).rounded() / 1000 } }
    }

    /// Puts entries into the slots of the grid, combining those of one slot.
    private func grid<Entry, Value>(
        _ entries: [Entry], at time: KeyPath<Entry, Instant>, combine: (Value?, Entry) -> Value?
    ) -> [Value?] {
        var slots = [Value?](repeating: nil, count: count)
        for entry in entries {
            let offset = entry[keyPath: time].nanoseconds(since: start)
            guard offset >= 0, offset / (Int64(seconds) * 1_000_000_000) < count else { continue }
            let slot = Int(offset / (Int64(seconds) * 1_000_000_000))
            slots[slot] = combine(slots[slot], entry)
        }
        return slots
    }

    /// 1 worn, 0 not, null where nothing was recorded.
    private var wear: [Double?] {
        (0..<count).map { slot in
            let time = start.advanced(byNanoseconds: Int64(slot * seconds) * 1_000_000_000)
            let length = Int64(max(1, view.night.epochSeconds)) * 1_000_000_000
            let passed = time.nanoseconds(since: view.night.statesStart)
            // The first state may begin within the first slot.
            let offset = Int(max(0, passed) / length)
            guard view.night.states.indices.contains(offset) else { return nil }
            switch view.night.states[offset] {
            case .unknown: return nil
            case .notWorn: return 0
            case .awake, .asleep: return 1
            }
        }
    }
}
