// What a program asks and is answered, and the instants in it.
@_exported public import Documents
@_exported public import Signals
