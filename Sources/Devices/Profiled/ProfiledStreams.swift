import Bluetooth
import DeviceProfiles
import Runtime
import Signals

/// What a device sends, by its profile: takes values with their arrivals and hands on samples, beats, events and losses.
/// Does no input or output of its own and outlives links, so that nothing is told twice after one was lost.
struct ProfiledStreams: Sendable {
    /// Since when nothing arrives, and why.
    struct Interruption {
        var since: Instant
        var cause: Loss.Cause
        var reason: String
    }

    let device: DeviceID
    let profile: DeviceProfile
    /// The channels that are to be recorded; nil for all.
    let wanted: Set<Channel>?
    /// Seconds that local time is ahead of UTC, for clocks that show local time.
    var zoneSeconds = 0
    var decoder: ProfileDecoder
    let settings: SettingValues
    /// Frames that a value of a characteristic may be, by the handle of its value.
    var routes: [UInt16: [Int]] = [:]
    /// The handle of the characteristic Heart Rate Measurement; nil for a device without one.
    var heartHandle: UInt16?
    var strap: HeartRateStrap
    /// Of devices that send their intervals in milliseconds; those of the Heart Rate service have ``strap``.
    var placer = BeatPlacer(ticksPerSecond: 1000)
    var timeline = DeviceTimeline()
    var frame = DecodedFrame()
    /// Sample rates that a device chose itself, by channel.
    var rates: [Channel: Double] = [:]
    /// The host's time of each stream's last sample, where the host's clock places them.
    var hostEnds: [DeviceTimeline.StreamKey: Int64] = [:]
    /// The last slot of each log that was taken, or was kept before.
    var logEnds: [DeviceTimeline.StreamKey: Int64] = [:]
    /// Whether the values come from the device's memory, not live.
    var isHistory = false
    /// Whether frames can be missing, which their numbers then tell; a radio link delivers all that it was given.
    var countsFrames = false
    /// The last sequence number of each frame on this link.
    var numbers: [Int: UInt64] = [:]
    /// For a device that sends acceleration only when it changes; nil for all others.
    var held: HeldMotion?
    var damage: (count: Int, first: Instant, detail: String)?
    /// The time of the newest sample or arrival.
    var newest: Instant?
    var interruption: Interruption?
    var beats: [Beat] = []
    var losses: [Loss] = []
    /// Values received since the link came up.
    var valuesOnLink = 0
    /// When the last value came, by the monotonic clock.
    var lastHeard: Duration?
    private let clock: any HostClock
    /// The last advertised values, by the index of their frame.
    var heard: [Int: HeardAdvert] = [:]
    /// A device that lives by its advertisements has been silent for too long.
    var isOutOfReach = false
    /// Frames that have yet to show that the device is what its profile says, with how often one was wrong.
    var unconfirmed: [Int: Int] = [:]
    /// Why the device is not what its profile says; nil while it may be.
    var stranger: String?

    /// - Throws: `Failure` when the profile names a codec that is not there.
    init(
        device: DeviceID, profile: DeviceProfile, settings: SettingValues, wanted: Set<Channel>?,
        clock: any HostClock = WallClock()
    ) throws(Failure) {
        self.clock = clock
        self.device = device
        self.profile = profile
        self.settings = settings
        self.wanted = wanted
        decoder = try ProfileDecoder(profile, settings: settings)
        strap = HeartRateStrap(device: device)
        unconfirmed = Self.confirming(profile, decoder)
        held = profile.capabilities.contains(.accelerationOnChange) ? HeldMotion() : nil
    }

    /// The link is new: its handles and what they mean.
    mutating func begin(routes: [UInt16: [Int]], heartHandle: UInt16?) {
        self.routes = routes
        self.heartHandle = heartHandle
        decoder.reset()
        numbers.removeAll()
        valuesOnLink = 0
        lastHeard = nil
    }

    /// Takes a value that a characteristic sent.
    /// - Returns: whether it is one that is streamed.
    mutating func receive(_ bytes: [UInt8], from handle: UInt16, at arrival: Instant, into outlet: some DeviceOutlet)
        -> Bool
    {
        if handle == heartHandle {
            guard isHeart(bytes, handle) else { return false }
            note(arrival)
            resume(at: arrival, into: outlet)
            strap.receive(bytes, at: arrival, into: outlet)
            newest = max(newest ?? arrival, arrival)
            return true
        }
        guard let candidates = routes[handle] else { return false }
        guard let place = decoder.choose(bytes.span.bytes, among: candidates) else {
            for place in candidates { confirm(place, holds: false) }
            damaged("a value of \(bytes.count) bytes is no frame of \(profile.id)", at: arrival)
            return false
        }
        decode(bytes, as: place, isStreamed: true, at: arrival, into: outlet)
        return true
    }

    /// Takes a value that was read: its frame is known, and it says nothing about streams.
    mutating func read(_ bytes: [UInt8], frame id: String, at arrival: Instant, into outlet: some DeviceOutlet) {
        guard let place = decoder.index(of: id) else { return }
        decode(bytes, as: place, isStreamed: false, at: arrival, into: outlet)
    }

    private mutating func decode(
        _ bytes: [UInt8], as place: Int, isStreamed: Bool, at arrival: Instant, into outlet: some DeviceOutlet
    ) {
        var hasMore = true
        var isFirst = true
        var faults = 0
        while hasMore, faults <= Self.mostFaults {
            do throws(DecodeError) {
                if isFirst {
                    isFirst = false
                    try decoder.decode(bytes.span.bytes, as: place, into: &frame)
                } else {
                    hasMore = try decoder.decodeNext(as: place, into: &frame)
                    if !hasMore { break }
                }
            } catch {
                // What lies behind a damaged frame has its own time, too.
                faults += 1
                confirm(place, holds: false)
                damaged("\(decoder.formats[place].id): \(error)", at: arrival)
                continue
            }
            guard frame.columns.contains(where: { $0.count > 0 }) else { continue }
            confirm(place, holds: true)
            guard isConfirmed else { continue }
            if isStreamed {
                note(arrival)
                countFrame(of: decoder.place, at: arrival)
            }
            // Parts of several characteristics make one frame.
            hand(on: decoder.place, isStreamed: isStreamed, at: arrival, into: outlet)
        }
        let dropped = decoder.takeDropped(of: place)
        if dropped > 0 { damaged("\(decoder.formats[place].id): too many frames at once", count: dropped, at: arrival) }
    }

    /// The most damaged frames that one value may hold.
    private static let mostFaults = 1024

    mutating func note(_ arrival: Instant) {
        valuesOnLink += 1
        lastHeard = clock.elapsed
    }

    mutating func damaged(_ detail: String, count: Int = 1, at arrival: Instant) {
        damage = ((damage?.count ?? 0) + count, damage?.first ?? arrival, damage?.detail ?? detail)
    }

    /// Tells what was held back for a second: damaged values in one loss, and what a device need not send.
    mutating func tick(at now: Instant, into outlet: some DeviceOutlet) {
        // What is still on its way comes first.
        hold(until: now.advanced(byNanoseconds: -500_000_000), at: now, into: outlet)
        guard let damage else { return }
        self.damage = nil
        outlet.deliver(
            .loss(
                Loss(.damaged, count: Double(damage.count), unit: .blocks, first: damage.first, detail: damage.detail)),
            at: now)
    }

    /// The link ended, or nothing arrives: reports the interruption.
    mutating func interrupt(_ cause: Loss.Cause, _ reason: String, at now: Instant, into outlet: some DeviceOutlet) {
        close(reason, at: now, into: outlet)
        timeline.interrupt()
        held?.forget()
        // Before anything came nothing is missing yet; a second trouble belongs to the first.
        if interruption == nil, let newest {
            interruption = Interruption(since: min(newest, now), cause: cause, reason: reason)
        }
    }

    /// Nothing follows: what is missing up to now is told, and nothing of what comes later.
    mutating func finish(_ reason: String, at now: Instant, into outlet: some DeviceOutlet) {
        resume(at: now, into: outlet)
        close(reason, at: now, into: outlet)
    }

    /// Releases what is held back.
    private mutating func close(_ reason: String, at now: Instant, into outlet: some DeviceOutlet) {
        tick(at: now, into: outlet)
        placer.interrupt(beats: &beats, losses: &losses)
        handBeats(at: now, into: outlet)
        if heartHandle != nil {
            strap.disconnect(reason: reason, at: now, into: outlet)
        } else {
            outlet.deliver(.link(.gone(reason: reason)), at: now)
        }
    }

    /// Data come again, the first of them at `instant`.
    mutating func resume(at instant: Instant, into outlet: some DeviceOutlet) {
        guard let gap = interruption else { return }
        interruption = nil
        let seconds = max(0, instant.seconds(since: gap.since))
        outlet.deliver(
            .loss(
                Loss(
                    gap.cause, count: seconds, unit: .seconds, first: gap.since, end: max(instant, gap.since),
                    detail: gap.reason)), at: instant)
    }
}
