package import Runtime
package import Signals

/// What is said to a device besides fixed writes: a handshake, a control point, the handing over of what it has kept. A
/// profile names it, and never ships code.
///
/// A plain state machine without input or output: it is told what came and says what to do next. The session does its
/// actions one after the other, and waits for the next value when there are none left. It is over with
/// ``DialogueAction/end``, or when it has nothing to say to ``DialogueInput/timedOut`` or ``DialogueInput/failed(_:)``.
package protocol DeviceDialogue: Sendable {
    /// The name in a profile's `dialogue`, such as `polar-pmd`.
    static var name: String { get }
    /// The stream that the device keeps while it is away and this dialogue takes over; nil for none.
    static var history: Channel? { get }
    /// Whether the device gives nothing before this dialogue is through: it is then spoken before anything else.
    static var opensDevice: Bool { get }
    /// Whether the device is opened with a key that its owner enters.
    static var takesKey: Bool { get }
    /// Whether it has to know how the device's clock stands to the host's, which the device's samples show.
    static var needsClock: Bool { get }
    /// The characteristics without which there is nothing to say. Those on which it is spoken are its alone while it is
    /// under way, and the profile's own writes to them are its requests.
    static func characteristics(of profile: DeviceProfile) -> [DialogueCharacteristic]
    /// A dialogue with a device with which there is a link; nil when nothing that it is for is wanted.
    init?(_ context: DialogueContext)
    /// How long the device may take for an answer, in seconds.
    var patience: Double { get }
    /// Whether a value to which nothing is said may be a piece of an answer, so that the device may take so long anew.
    var gathers: Bool { get }
    /// How long all of it may take, in seconds: then nothing more is waited for.
    var limit: Double { get }
    /// A dialogue of this kind was over on the same link before this one begins: what it started still runs.
    mutating func follow(_ earlier: any DeviceDialogue)
    /// Takes in what happened, and says what to do next.
    mutating func take(_ input: DialogueInput, at now: Instant) -> [DialogueAction]
}

extension DeviceDialogue {
    /// Nothing is taken over.
    package static var history: Channel? { nil }
    /// The device gives what it has to everybody.
    package static var opensDevice: Bool { false }
    /// There is no key.
    package static var takesKey: Bool { false }
    /// Nothing is asked of the device's clock.
    package static var needsClock: Bool { false }
    /// Answers come in pieces.
    package var gathers: Bool { true }
    /// An hour for what comes in pieces; else as long as two dozen answers may take.
    package var limit: Double { gathers ? 3600 : 24 * patience }
    /// Nothing runs that another has started.
    package mutating func follow(_ earlier: any DeviceDialogue) {}
}

/// A characteristic that a dialogue needs, by the UUID of the profile.
package struct DialogueCharacteristic: Hashable, Sendable {
    /// The UUID of the characteristic.
    package var uuid: String
    /// The service that it is in, where the UUID alone is not enough.
    package var service: String?
    /// Whether the dialogue is spoken on it; values of others, such as the samples of what it starts, are frames all the
    /// while.
    package var isSpoken = true
}

/// What a dialogue knows when it begins.
package struct DialogueContext: Sendable {
    /// What the device is.
    package var profile: DeviceProfile
    /// The channels that are to be recorded; nil for all.
    package var wanted: Set<Channel>?
    /// What the profile's own writes to the characteristics of the dialogue would say, in order: those that are due.
    package var requests: [[UInt8]]
    /// The newest sample of ``DeviceDialogue/history`` that is kept; nil when there is none.
    package var newest: Instant?
    /// What the holes of the profile's writes are filled with.
    package var filling: WriteTemplate.Context
    /// The key that the device's owner has entered; nil for none.
    package var key: DeviceKey?
    /// What ``DialogueAction/taken(_:)`` named on this link and those before it.
    package var taken: Set<String> = []
    /// Nanoseconds from the device's clock to 1970 and the host's, as its samples show them; nil while none has.
    package var clockOffset: Int64?

    /// Memberwise; what is not given has its default.
    package init(
        profile: DeviceProfile, wanted: Set<Channel>? = nil, requests: [[UInt8]] = [], newest: Instant? = nil,
        filling: WriteTemplate.Context, key: DeviceKey? = nil
    ) {
        self.profile = profile
        self.wanted = wanted
        self.requests = requests
        self.newest = newest
        self.filling = filling
        self.key = key
    }
}

/// What happened.
package enum DialogueInput: Hashable, Sendable {
    /// The link is up and the characteristics are subscribed to.
    case began
    /// A characteristic on which the dialogue is spoken sent a value by itself.
    case value([UInt8])
    /// What ``DialogueAction/read(_:)`` gave; nil when it cannot be read.
    case read([UInt8]?)
    /// What ``DialogueAction/keep(_:)`` handed on is where a loss of power cannot take it.
    case kept
    /// The stretches of time of which ``DialogueAction/survey(_:_:apart:)`` found that nothing is missing, in order.
    case stored([Range<Instant>])
    /// Nothing came for as long as the device may take.
    case timedOut
    /// An action could not be done while the link is up, or the dialogue cannot be had at all; a sentence without its end.
    case failed(String)
}

/// What to do next.
package enum DialogueAction: Hashable, Sendable {
    /// Write this.
    case write(DialogueWrite)
    /// Read a characteristic, by its UUID.
    case read(String)
    /// Keep these samples of the past, and say when they are durable.
    case keep(DialogueHistory)
    /// Look at when nothing more needs to be handed over, within a time: where samples of the first of these channels that
    /// may be kept then are in the store, and where none of them may be. Samples that lie no further apart than so many
    /// seconds are one stretch, from the first to the last.
    case survey([Channel], Range<Instant>, apart: Double)
    /// So named, something that the device has kept is dealt with, and need not be asked for again by this session.
    case taken(String)
    /// Tell the codecs a figure.
    case figure(String, Double)
    /// The device has chosen how often it samples a channel, in hertz.
    case rate(Channel, Double)
    /// What is to be written before the link is given up, instead of what was to be before.
    case farewell([DialogueWrite])
    /// How far it is, a sentence; and what a person can do.
    case progress(String, nextStep: String?)
    /// Something that its owner should know, a sentence.
    case note(String)
    /// A stream that was wanted and does not come.
    case missing(MissingStream)
    /// The device stays closed, and gives nothing.
    case closed(ClosedDevice)
    /// So many blocks that the device had kept are lost.
    case lost(blocks: Int, String)
    /// It is over.
    case end
}

/// A write that a dialogue asks for.
package struct DialogueWrite: Hashable, Sendable {
    /// The UUID of the characteristic.
    package var characteristic: String
    /// The service that it is in, where the UUID alone is not enough.
    package var service: String?
    /// What is written.
    package var bytes: [UInt8]
    /// Whether it is a write with response.
    package var withResponse = true
    /// Whether it may be sent in pieces.
    package var mayBeSplit = false
}

/// Samples that a device had kept, with the time of each in nanoseconds since 1970.
package struct DialogueHistory: Hashable, Sendable {
    /// The channels, with as many samples as there are times.
    package var columns: [DecodedFrame.Column] = []
    /// When each sample was taken.
    package var times: [Int64] = []
    /// The device's clock in nanoseconds of its own epoch, as sent.
    package var deviceTime: Int64?
    /// The device's number of the block.
    package var sequence: Int64?
}

/// A stream that was wanted and does not come.
package struct MissingStream: Hashable, Sendable {
    /// The stream, in words.
    package var name: String
    /// The channels that it would have brought.
    package var channels: [Channel]
    /// Why, as the end of a sentence.
    package var reason: String
    /// What a person can do, a sentence; nil for nothing.
    package var nextStep: String?
    /// Whether it may come when it is asked for again later on the same link.
    package var isPassing: Bool

    /// Memberwise; what is not given has its default.
    package init(
        name: String, channels: [Channel], reason: String, nextStep: String? = nil, isPassing: Bool = false
    ) {
        self.name = name
        self.channels = channels
        self.reason = reason
        self.nextStep = nextStep
        self.isPassing = isPassing
    }
}

/// Why a device could not be opened.
package struct ClosedDevice: Error, Hashable, Sendable {
    /// Why, as the end of a sentence.
    package var reason: String
    /// What a person can do, a sentence; nil where the key is to be entered.
    package var nextStep: String?
    /// Whether trying again changes nothing before a person has done something.
    package var isLasting: Bool

    /// Memberwise.
    package init(reason: String, nextStep: String? = nil, isLasting: Bool = true) {
        (self.reason, self.nextStep, self.isLasting) = (reason, nextStep, isLasting)
    }
}
