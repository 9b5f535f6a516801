import Documents
import Gateway
import Signals
import Store

extension WearerDocument {
    /// A person.
    init(_ person: Person) {
        self.init()
        (id, name) = (RowNumber(person.id.rawValue), person.name)
    }

    /// The fields of a person within another object.
    static func fields(_ person: Person, _ json: inout JSONText) {
        var document = WearerDocument(person)
        document.fields(&json)
    }

    /// The fields of a list of people within another object.
    static func list(_ people: [Person], _ json: inout JSONText) {
        var document = WearerListDocument(people)
        document.fields(&json)
    }
}

extension WearerListDocument {
    /// Some people.
    init(_ people: [Person]) {
        self.init()
        wearers = people.map { WearerDocument($0) }
    }
}

extension WearingListDocument.Entry {
    /// A wearing of `person`; nil for one who was taken out.
    init(_ wearing: Wearing, of person: Person?) {
        self.init()
        (wearer.id, wearer.name) = (RowNumber(wearing.person.rawValue), person?.name)
        (start, end) = (wearing.start, wearing.end)
    }
}
