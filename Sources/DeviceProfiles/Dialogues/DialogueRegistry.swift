/// The dialogues that are compiled in, by name.
package struct DialogueRegistry: Sendable {
    /// Every dialogue of this program.
    package static let compiled = DialogueRegistry([
        AxLEDialogue.self, H10RecordingDialogue.self, HuamiDialogue.self, O2RingDialogue.self, PolarDialogue.self,
        PolarFilesDialogue.self,
    ])

    private var types: [String: any DeviceDialogue.Type] = [:]

    /// Dialogues of the given types; of equal names the last counts.
    package init(_ types: [any DeviceDialogue.Type]) {
        for type in types { self.types[type.name] = type }
    }

    /// The dialogues' names, sorted.
    package var names: [String] { types.keys.sorted() }

    /// Whether there is a dialogue of that name.
    package func contains(_ name: String) -> Bool { types[name] != nil }

    /// The dialogue that a profile names or, where it names none, the one of the same name as a codec of its frames; nil for
    /// a device that takes fixed writes alone.
    package func dialogue(of profile: DeviceProfile) -> (any DeviceDialogue.Type)? {
        if let name = profile.bluetooth?.dialogue { return types[name] }
        return profile.frames.lazy.compactMap(\.codec).compactMap { types[$0] }.first
    }

    /// The dialogue by which a device hands over what it has recorded by itself while it streams; nil for none.
    package func memoryDialogue(of profile: DeviceProfile) -> (any DeviceDialogue.Type)? {
        profile.bluetooth?.memory.flatMap { types[$0] }
    }
}
