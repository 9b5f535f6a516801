public import Observation

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The live readings of all devices, for as long as somebody looks.
@MainActor @Observable
public final class LiveModel {
    /// What is shown of one device.
    public struct Tile: Sendable, Hashable, Identifiable {
        /// The name under which its samples are kept.
        public var id: String
        /// The device.
        public var device: DeviceStatusDocument?
        /// The last reading of the heart.
        public var heart: HeartDocument?
        /// The last load reading.
        public var load: LoadDocument?
        /// The last movement.
        public var motion: MotionDocument?
        /// Heart rates of the last minutes, the oldest first.
        public var rates: [Double] = []
    }

    /// Heart rates that a tile keeps.
    private static let history = 240

    /// How the readings stand: `empty` while no device is in use, `offline` while the connection is gone.
    public private(set) var state: LoadState<[Tile]> = .idle

    @ObservationIgnored private let client: NightjarClient
    @ObservationIgnored private let queue: OfflineQueue?
    @ObservationIgnored private var tiles: [String: Tile] = [:]
    @ObservationIgnored private var generation = 0

    /// The live readings; a connection that comes back makes `queue` send what it holds.
    public init(client: NightjarClient, queue: OfflineQueue? = nil) {
        self.client = client
        self.queue = queue
    }

    /// Follows the readings until the task is cancelled: `.task { await model.run() }` in a view. Another run ends
    /// this one.
    public func run() async {
        generation += 1
        let mine = generation
        state = .loading(lastKnown: state.shown)
        do {
            for try await element in client.events() {
                guard mine == generation else { return }
                await take(element)
            }
        } catch let error as APIError {
            if mine == generation { state = .error(message: error.message, lastKnown: stale) }
        } catch {
            if mine == generation, state.isLoading { state = state.shown.map { .loaded($0) } ?? .idle }
        }
    }

    private func take(_ element: EventStream.Element) async {
        switch element {
        case .connected: try? await queue?.flush()
        case .disconnected(let error, _): state = .offline(message: error.message, lastKnown: stale)
        case .event(let event):
            do {
                guard update(try LiveEvent(event)) else { return }
            } catch {
                // One that this version cannot read leaves what is shown as it was; without the first there is nothing to show.
                if event.name == LiveTopic.snapshot.rawValue, let error = error as? APIError {
                    state = .error(message: error.message, lastKnown: stale)
                }
                return
            }
            let now = Snapshot(
                value: tiles.values.sorted { $0.id < $1.id }, asOf: client.time.now, isStale: false)
            state = tiles.isEmpty ? .empty(asOf: now.asOf) : .loaded(now)
        }
    }

    /// Takes an event and tells whether it is one that is shown.
    private func update(_ event: LiveEvent) -> Bool {
        switch event {
        case .snapshot(let snapshot):
            tiles = [:]
            for device in snapshot.devices {
                let recent = snapshot.recent[device.id]
                tiles[device.id] = Tile(
                    id: device.id, device: device, load: recent?.load.last,
                    rates: (recent?.rates ?? []).compactMap(\.value).suffix(Self.history))
            }
        case .device(let device): tiles[device.id, default: Tile(id: device.id)].device = device
        case .heart(let reading):
            tiles[reading.device, default: Tile(id: reading.device)].heart = reading
            guard let rate = reading.rate, var rates = tiles[reading.device]?.rates else { break }
            rates.append(rate)
            tiles[reading.device]?.rates = rates.suffix(Self.history)
        case .load(let reading): tiles[reading.device, default: Tile(id: reading.device)].load = reading
        case .motion(let reading): tiles[reading.device, default: Tile(id: reading.device)].motion = reading
        case .withdrawn(let device, let streams):
            guard var tile = tiles[device] else { return false }
            if !Set(streams).isDisjoint(with: ["heart_rate", "rr_interval", "ecg", "ppg"]) {
                (tile.heart, tile.load, tile.rates) = (nil, nil, [])
            }
            if streams.contains("acceleration") { tile.motion = nil }
            tiles[device] = tile
        default: return false
        }
        return true
    }

    private var stale: Snapshot<[Tile]>? {
        state.shown.map { Snapshot(value: $0.value, asOf: $0.asOf, isStale: true) }
    }
}
