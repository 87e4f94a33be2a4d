"""The profile for Kubernetes with the plugins themselves and a stand-in for the cluster, on this machine."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
import yaml

from tests import package_index
from tests.cluster import pods
from tests.workflow.conftest import ROOT

PLUGINS = ("snakemake-executor-plugin-kubernetes", "snakemake-storage-plugin-s3")
PROFILE = ("--workflow-profile", "profiles/kubernetes")
KEYS = {"SNAKEMAKE_STORAGE_S3_ACCESS_KEY": "a key", "SNAKEMAKE_STORAGE_S3_SECRET_KEY": "a secret"}
# What the plugins make of the profile, by their own parsers.
SETTINGS = """
import dataclasses, json, sys
from snakemake.cli import parse_args
from snakemake_interface_executor_plugins.registry import ExecutorPluginRegistry
from snakemake_interface_storage_plugins.registry import StoragePluginRegistry
_, args = parse_args(sys.argv[1:])
found = {
    "executor": dataclasses.asdict(ExecutorPluginRegistry().get_plugin(args.executor).get_settings(args)),
    "storage": dataclasses.asdict(
        StoragePluginRegistry().get_plugin(args.default_storage_provider).get_settings(args).get_settings(None)
    ),
    "image": args.container_image,
    "prefix": args.default_storage_prefix,
}
print(json.dumps(found))
"""
# A bucket on this machine; prints its address.
BUCKET = """
import boto3, signal
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
url = "http://%s:%d" % server.get_host_and_port()
given = {"aws_access_key_id": "a", "aws_secret_access_key": "b", "region_name": "us-east-1"}
boto3.client("s3", endpoint_url=url, **given).create_bucket(Bucket="rocrepro")
print(url, flush=True)
signal.pause()
"""
# A manifest, as the client's models read it and write it again.
MODELS = """
import json, sys
from types import SimpleNamespace
from kubernetes.client import ApiClient
client = ApiClient()
for kind, manifest in json.load(sys.stdin):
    model = client.deserialize(SimpleNamespace(data=json.dumps(manifest)), kind)
    again = client.sanitize_for_serialization(model)
    assert again == manifest, (manifest, again)
"""


@pytest.fixture(scope="session")
def python(tmp_path_factory):
    """A Python with the plugins beside the packages of this environment, which stays as it is."""
    folder = tmp_path_factory.mktemp("plugins")
    venv.create(folder, with_pip=False, symlinks=True)
    path = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    (path / "parent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    package_index.install(["--python", str(folder / "bin/python")], *PLUGINS)
    return folder / "bin/python"


def run(python, project, config, *words, **variables):
    """Snakemake with the profile, led to a cluster; standard output and error together."""
    env = {name: value for name, value in os.environ.items() if name != "ROCREPRO_MIRROR"}
    env |= {"PYTHONPATH": str(project.root / "src"), "KUBECONFIG": str(config), **variables}
    return subprocess.run(
        [python, "-m", "snakemake", *PROFILE, *words],
        cwd=project.root, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1800,
        check=False,
    )  # fmt: skip


def test_the_plugins_read_the_profile(python):
    words = [python, "-c", SETTINGS, *PROFILE]
    found = json.loads(subprocess.check_output(words, cwd=ROOT, env=os.environ | KEYS, text=True))
    profile = yaml.safe_load((ROOT / "profiles/kubernetes/config.yaml").read_text())
    assert found["image"] == profile["container-image"]
    assert found["prefix"] == profile["default-storage-prefix"]
    assert found["executor"]["namespace"] == "default"
    assert (found["storage"]["access_key"], found["storage"]["secret_key"]) == tuple(KEYS.values())


def test_the_manifests_are_what_the_client_knows(python, small, tmp_path):
    """Those of a group without inputs. No pod is run, so that the run ends with an error."""
    project = small.copy(tmp_path / "p")
    storage = ("--default-storage-provider", "fs", "--default-storage-prefix", str(tmp_path / "storage"))
    targets = ("build/engines/sklearn.json", "build/engines/weka.json")
    with pods.cluster(tmp_path) as (found, config):
        result = run(
            python,
            project,
            config,
            *targets,
            *storage,
            "--retries",
            "0",
            "--seconds-between-status-checks",
            "1",
        )
    assert result.returncode == 1, result.stdout
    (name,) = found.jobs
    (secret,) = found.secrets
    assert found.deleted == {secret}, result.stdout
    manifests = [("V1Job", found.jobs[name]), ("V1Secret", found.secrets[secret])]
    subprocess.run([python, "-c", MODELS], input=json.dumps(manifests), text=True, check=True)
    (container,) = found.jobs[name]["spec"]["template"]["spec"]["containers"]
    profile = yaml.safe_load((ROOT / "profiles/kubernetes/config.yaml").read_text())
    assert container["image"] == profile["container-image"]
    # Two jobs side by side, each with what its rule says, or else the profile.
    assert container["resources"] == {
        "requests": {"cpu": "1900m", "memory": "2000M", "ephemeral-storage": "1000M"}
    }
    assert f"--cores {profile['cores']} " in container["args"][1]


@pytest.fixture
def bucket(python):
    """Address of a stand-in for S3."""
    package_index.install(["--python", str(python)], "moto[s3]", "flask", "flask-cors")
    process = subprocess.Popen(
        [python, "-c", BUCKET], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    yield process.stdout.readline().strip()
    process.terminate()
    process.wait()


# Every pod installs the storage's plugin and starts Snakemake: minutes.
@pytest.mark.skipif(not os.environ.get("ROCREPRO_SOAK"), reason="with make soak (ROCREPRO_SOAK=1)")
def test_pods_and_a_bucket_give_the_same_bytes(python, bucket, small, local, tmp_path):
    """The profile as it is; only the API server, the nodes and the bucket are stand-ins."""
    project = small.copy(tmp_path / "p")
    as_user = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "-A"], [*as_user, "commit", "-qm", "all"]):
        subprocess.run(["git", *words], cwd=project.root, check=True)
    programs = [str(python.parent), str(Path(sys.executable).parent), os.environ["PATH"]]
    # What the image has: Python and this project's package.
    image = {
        "PATH": os.pathsep.join(programs),
        "PYTHONPATH": str(project.root / "src"),
        "HOME": str(tmp_path),
    }
    keys = KEYS | {"SNAKEMAKE_STORAGE_S3_ENDPOINT_URL": bucket}
    nodes = tmp_path / "nodes"
    nodes.mkdir()
    with pods.cluster(nodes, image) as (found, config):
        here = ("--cores", "2", "--jobs", "2", "--seconds-between-status-checks", "1", "--retries", "0")
        result = run(python, project, config, *here, **keys)
        assert result.returncode == 0, result.stdout + found.log()
    assert project.results() == local.results()
    left = {path.name for path in (project.root / "build").iterdir() if path.is_file()}
    assert left == {"published.json", "running.json"}
    # All else is in the bucket, but for what is known of the sources' hosts.
    assert {path.name for path in (project.root / "build").iterdir() if path.is_dir()} <= {"hosts"}
    manifests = [("V1Job", job) for job in found.jobs.values()]
    subprocess.run([python, "-c", MODELS], input=json.dumps(manifests), text=True, check=True)
