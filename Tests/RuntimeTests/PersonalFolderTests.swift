import Runtime
import Testing

@Suite("Where an account keeps its files")
struct PersonalFolderTests {
    @Test("is what the kind's variable says, else below home; an empty variable says nothing")
    func path() {
        let home = ["HOME": "/home/ada", "XDG_STATE_HOME": ""]
        #expect(PersonalFolder.data.path { home[$0] } == "/home/ada/.local/share/nightjar")
        #expect(PersonalFolder.state.path { home[$0] } == "/home/ada/.local/state/nightjar")
        #expect(PersonalFolder.configuration.path { home[$0] } == "/home/ada/.config/nightjar")
        #expect(PersonalFolder.data.path { ["XDG_DATA_HOME": "/srv"][$0] } == "/srv/nightjar")
        #expect(PersonalFolder.data.path { ["XDG_STATE_HOME": "/srv", "HOME": ""][$0] } == nil)
    }
}
