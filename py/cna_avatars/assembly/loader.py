"""Loading avatars: identical descriptions share one model, and one job while it is made.

Source: avatars.md, "Rendering" ("Identical descriptions share the assembled model").
"""

from weakref import WeakValueDictionary

from cna_avatars.catalog.library import CatalogLibrary
from cna_avatars.catalog.library import installed as installed_library
from cna_avatars.description.codec import decode
from cna_avatars.errors import ContentLoadError
from cna_avatars.jobs import Job, JobQueue, JobState, Steps

from .assemble import assemble
from .model import AssembledModel


class ModelLoad:
    """One renderer's wait for a model."""

    def __init__(self, loader: "ModelLoader", data: bytes) -> None:
        self._model = loader.cached(data)
        self._job = None if self._model is not None else loader.submit(data)

    @property
    def is_finished(self) -> bool:
        """Whether the load has ended, well or badly."""
        return self._job is None or self._job.state is not JobState.waiting

    @property
    def model(self) -> AssembledModel | None:
        """The model, or None: not yet, or never."""
        return self._model if self._job is None else self._job.result

    @property
    def error(self) -> Exception | None:
        """Why there is no model."""
        return None if self._job is None else self._job.error


class ModelLoader:
    """Assembles descriptions with the files of `library`, on the jobs of `queue`."""

    def __init__(self, library: CatalogLibrary, queue: JobQueue) -> None:
        self.library = library
        self.queue = queue
        self._models: WeakValueDictionary[bytes, AssembledModel] = WeakValueDictionary()

    def load(self, data: bytes) -> ModelLoad:
        """Start to load the 1,021 bytes `data`, or join the load that is under way."""
        return ModelLoad(self, data)

    def cached(self, data: bytes) -> AssembledModel | None:
        """Return the model of `data` if somebody still holds it."""
        return self._models.get(data)

    def submit(self, data: bytes) -> Job[AssembledModel]:
        """Queue the assembly of `data`, once."""
        return self.queue.submit(("model", data), lambda: self._steps(data))

    def _steps(self, data: bytes) -> Steps[AssembledModel]:
        descriptor = decode(data)
        if descriptor is None:
            raise ContentLoadError("The avatar description cannot be read.")
        if self.library.awaits_manifests:
            yield lambda: not self.library.awaits_manifests
        model = yield from assemble(descriptor, self.library)
        self._models[data] = model
        return model


jobs = JobQueue()
"""The jobs of this process; `GamerServicesDispatcher.update` and the page's frame pump them."""

loader = ModelLoader(installed_library, jobs)
"""The loader of this process."""
